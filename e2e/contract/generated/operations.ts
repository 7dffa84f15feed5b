import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  schema: JsonSchema;
}

export interface JsonSchema {
  type?: string;
  enum?: unknown[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

/** Operation of the OpenAPI document, with a validator per declared response. */
export interface Operation {
  method: string;
  path: string;
  credential: "token" | "buildSecret" | "none";
  parameters: Parameter[];
  body: JsonSchema | null;
  /** Media type of an upload. */
  upload: string | null;
  /** Validators by status; null for responses without JSON. */
  responses: Map<number, ValidateFunction | null>;
}

const JSON_TYPE = "application/json";

interface Document {
  paths: Record<string, Record<string, DocumentedOperation>>;
  components: { schemas: Record<string, object> };
}

interface DocumentedOperation {
  security: Record<string, unknown>[];
  parameters: Parameter[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: { $ref?: string } }> }>;
}

/** Operations of the OpenAPI document that an entry point serves. */
export async function readOperations(origin: string): Promise<Operation[]> {
  const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const compile = (schema: { $ref?: string }): ValidateFunction => {
    const name = schema.$ref?.split("/").at(-1);
    return ajv.compile((name && document.components.schemas[name]) || schema);
  };
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      credential: credentialOf(operation),
      parameters: operation.parameters,
      body: operation.requestBody?.content[JSON_TYPE]?.schema ?? null,
      upload: Object.keys(operation.requestBody?.content ?? {}).find((type) => type !== JSON_TYPE) ?? null,
      responses: new Map(
        Object.entries(operation.responses).map(([status, { content = {} }]) => {
          const media = content["application/json"] ?? content["application/problem+json"];
          return [Number(status), media ? compile(media.schema) : null];
        }),
      ),
    })),
  );
}

function credentialOf({ security }: DocumentedOperation): Operation["credential"] {
  const name = Object.keys(security[0] ?? {})[0];
  return name === "token" || name === "buildSecret" ? name : "none";
}
