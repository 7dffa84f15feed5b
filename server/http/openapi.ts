import { z } from "zod";
import packageJson from "@/package.json" with { type: "json" };
import { ERROR_CODES, type ErrorCode, STATUS_OF_KIND } from "@/shared/errors.ts";
import { formatSizeLimit } from "@/shared/text/format.ts";
import { acceptsToken } from "../auth/credentials.ts";
import { DownloadBody, TextDownloadBody } from "./download.ts";
import { ProblemView } from "./problem.ts";
import type { AnyRouteSpec, Deprecation, Route } from "./route.ts";

/** Rule by which the API changes. */
export const CHANGE_RULE =
  "Changes are additive: new endpoints, optional inputs, response fields, values and error codes. Ignore fields and values that you don’t know. A removal is announced at least six months before by the response headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). The version is the product’s.";

type Json = Record<string, unknown>;

/** OpenAPI 3.1 document of the routes, generated from the schemas that validate their requests. */
export function describeRoutes(routes: readonly Route[]): Json {
  const paths: Record<string, Json> = {};
  for (const { method, path, spec } of routes) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(spec) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Drydock",
      version: packageJson.version,
      description: `Publish plugins and themes to a moderated marketplace and build mobile apps.\n\n${CHANGE_RULE}`,
    },
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        session: { type: "apiKey", in: "cookie", name: "drydock.session" },
        buildSecret: { type: "apiKey", in: "header", name: "x-build-secret" },
        metricsToken: { type: "http", scheme: "bearer" },
      },
      schemas: { Problem: jsonSchema(ProblemView, "output") },
    },
  };
}

/** Error codes of a route: those that follow from its declaration, and those of its service. */
export function errorCodesOf(spec: AnyRouteSpec): ErrorCode[] {
  const codes: ErrorCode[] = ["INTERNAL", "UNAVAILABLE", "VALIDATION_FAILED"];
  // Routes without a body schema read and validate the body, too.
  const takesJson = spec.method !== "GET" && !spec.upload;
  if (takesJson) codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE", "MALFORMED_JSON");
  if (spec.upload) codes.push("PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE");
  if (spec.credential !== "none") codes.push("UNAUTHENTICATED");
  if (spec.limit !== null) codes.push("RATE_LIMITED");
  if (acceptsToken(spec.credential)) codes.push("TENANT_HEADER_REQUIRED", "TENANT_MISMATCH");
  if (spec.permission) codes.push("PERMISSION_DENIED");
  if (spec.params) codes.push("NOT_FOUND");
  if (spec.acceptsIdempotencyKey) codes.push("IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_MISMATCH");
  return [...new Set([...codes, ...(spec.errors ?? [])])];
}

function describeOperation(spec: AnyRouteSpec): Json {
  return {
    operationId: operationId(spec),
    summary: spec.summary,
    ...describeCallers(spec),
    ...(spec.deprecated && { deprecated: true }),
    security: SECURITY[spec.credential],
    parameters: [
      ...(acceptsToken(spec.credential) ? [tenantHeader(spec)] : []),
      ...(spec.acceptsIdempotencyKey ? [IDEMPOTENCY_HEADER] : []),
      ...parametersOf(spec.params, "path"),
      ...parametersOf(spec.query, "query"),
    ],
    ...(spec.body && {
      requestBody: {
        required: true,
        description: `Up to ${formatSizeLimit(spec.body.limitBytes)}.`,
        content: { "application/json": { schema: jsonSchema(spec.body.schema, "input") } },
      },
    }),
    ...(spec.upload && {
      requestBody: {
        required: true,
        description: `Up to ${formatSizeLimit(spec.upload.limitBytes)}.`,
        content: Object.fromEntries(
          spec.upload.mediaTypes.map((mediaType) => [
            mediaType,
            { schema: jsonSchema(DownloadBody, "input") },
          ]),
        ),
      },
    }),
    responses: describeResponses(spec),
  };
}

function describeCallers({ permission, deprecated }: AnyRouteSpec): Json {
  const sentences = [
    ...(permission ? [`Requires the permission \`${permission}\`.`] : []),
    ...(deprecated ? [describeDeprecation(deprecated)] : []),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(" ") };
}

/** Sentence about a deprecated route. */
export const describeDeprecation = ({ since, sunset, replacement }: Deprecation): string =>
  `Deprecated since ${since}, removed on ${sunset} or later.${replacement ? ` Use \`${replacement}\` instead.` : ""}`;

function describeResponses(spec: AnyRouteSpec): Json {
  const responses: Record<string, Json> = {};
  for (const status of [spec.status, ...(spec.otherStatuses ?? [])]) {
    responses[status] =
      status === 204
        ? { description: "No content" }
        : {
            description: "Success",
            content: Object.fromEntries(
              [spec.mediaType ?? mediaTypeOf(spec.response), ...(spec.otherMediaTypes ?? [])].map((type) => [
                type,
                { schema: jsonSchema(spec.response, "output") },
              ]),
            ),
          };
  }
  if (isDownload(spec.response)) Object.assign(responses, describeRangeResponses(spec.response));
  if (spec.isConditional) responses["304"] = { description: "Not modified" };
  for (const code of errorCodesOf(spec)) {
    const { kind, title } = ERROR_CODES[code];
    const status = STATUS_OF_KIND[kind];
    const known = responses[status]?.["description"];
    responses[status] = {
      description: known ? `${known}; \`${code}\`: ${title}` : `\`${code}\`: ${title}`,
      content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
    };
  }
  return responses;
}

function mediaTypeOf(response: z.ZodType): string {
  if (response === DownloadBody) return "application/octet-stream";
  const isText = response === TextDownloadBody || response instanceof z.ZodString;
  return isText ? "text/plain" : "application/json";
}

const isDownload = (response: z.ZodType): boolean =>
  response === DownloadBody || response === TextDownloadBody;

/** Responses of a download in addition to 200. Text has no entity tag, since it may grow. */
const describeRangeResponses = (response: z.ZodType): Record<string, Json> => ({
  "206": {
    description: "The requested range",
    content: { [mediaTypeOf(response)]: { schema: jsonSchema(response, "output") } },
  },
  ...(response === DownloadBody && { "304": { description: "Not modified" } }),
  "416": {
    description: "`VALIDATION_FAILED`: the range starts beyond the end",
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  },
});

const SECURITY: Record<AnyRouteSpec["credential"], Json[]> = {
  token: [{ token: [] }],
  "token-or-session": [{ token: [] }, { session: [] }],
  "build-secret": [{ buildSecret: [] }],
  metrics: [{ metricsToken: [] }, {}],
  none: [],
};

const tenantHeader = ({ credential }: AnyRouteSpec) => ({
  name: "X-Tenant-Id",
  in: "header",
  required: credential === "token",
  description: "ID of the token's tenant.",
  schema: { type: "string", format: "uuid" },
});

const IDEMPOTENCY_HEADER = {
  name: "Idempotency-Key",
  in: "header",
  description: "Requests with the same key and body take effect once within 24 hours.",
  schema: { type: "string", minLength: 1, maxLength: 128 },
};

function parametersOf(schema: z.ZodObject | undefined, where: "path" | "query"): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: where,
    required: where === "path" || (required.includes(name) && field["type"] !== "array"),
    schema: field,
  }));
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
}

const operationId = ({ method, path }: AnyRouteSpec): string =>
  [method.toLowerCase(), ...path.replace(/^\/(?:api\/)?/, "").split("/")]
    .map((part) => part.replaceAll(/[{}]/g, ""))
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join("");
