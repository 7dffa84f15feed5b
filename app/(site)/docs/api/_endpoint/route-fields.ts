import { z } from "zod";

export interface RouteField {
  name: string;
  isRequired: boolean;
}

/** The fields that a schema takes, in its own order. */
export function fieldsOf(schema: z.ZodType | undefined): RouteField[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return Object.keys(properties).map((name) => ({ name, isRequired: required.includes(name) }));
}
