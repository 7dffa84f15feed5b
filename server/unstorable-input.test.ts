import { describe, expect, it } from "vitest";
import { z } from "zod";
import { ROUTES } from "./rest.ts";
import { appRouter } from "./router.ts";

/** Text that PostgreSQL cannot store: NUL, and half of a surrogate pair. */
const UNSTORABLE = ["A\0B", "A\ud800B"];
/** Texts that are hashed, and never stored. */
const HASHED = /password|^code$/i;
/** Stored as a file of bytes. */
const LOG = "POST /api/builds/{buildId}/log";

/** Fields of an input schema by dotted path, those of nested objects and of lists included. */
function fieldsOf(schema: unknown, path = ""): [path: string, field: z.ZodType][] {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject)
    return Object.entries(inner.shape).flatMap(([name, field]) =>
      fieldsOf(field, path ? `${path}.${name}` : name),
    );
  if (inner instanceof z.ZodArray)
    return [[path, schema as z.ZodType], ...fieldsOf(inner.element, `${path}.0`)];
  if (inner instanceof z.ZodUnion) return inner.options.flatMap((option) => fieldsOf(option, path));
  return inner instanceof z.ZodType ? [[path, schema as z.ZodType]] : [];
}

function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodPipe) return unwrap(schema.in);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodCatch) return unwrap(schema.unwrap());
  return schema;
}

const isStorable = (value: unknown): boolean => {
  const text = JSON.stringify(value) ?? "";
  return !/\\u0000|\\ud[89ab]/.test(text);
};

async function acceptsUnstorable(field: z.ZodType): Promise<boolean> {
  for (const text of UNSTORABLE) {
    for (const value of [text, [text], { [text]: text }]) {
      const { success, data } = await field.safeParseAsync(value);
      if (success && !isStorable(data)) return true;
    }
  }
  return false;
}

async function unstorableFields(schemas: unknown[]): Promise<string[]> {
  const fields = schemas.flatMap((schema) => fieldsOf(schema)).filter(([path]) => !HASHED.test(path));
  const accepted = await Promise.all(
    fields.map(async ([path, field]) => ((await acceptsUnstorable(field)) ? path : [])),
  );
  return accepted.flat();
}

describe("text that the database cannot store is refused by the schema of", () => {
  it.each(ROUTES.map(({ spec }) => [`${spec.method} ${spec.path}`, spec] as const))(
    "%s",
    async (name, spec) => {
      expect(await unstorableFields([spec.params, spec.query, spec.body?.schema])).toEqual(
        name === LOG ? ["text"] : [],
      );
    },
  );

  it.each(Object.entries(appRouter._def.procedures))("%s", async (_, procedure) => {
    const { inputs } = (procedure as unknown as { _def: { inputs: unknown[] } })._def;
    expect(await unstorableFields(inputs)).toEqual([]);
  });
});
