import { schemaResolver } from "@mantine/form";
import type { Problem } from "../../_trpc/problem";

/** A form's check against the schema that the server holds it to. */
export function validateWith(schema: Parameters<typeof schemaResolver>[0]) {
  const resolve = schemaResolver(schema, { sync: true });
  return (values: Record<string, unknown>): Record<string, string> =>
    byField(Object.entries(resolve(values)).map(([path, message]) => ({ path, message: String(message) })));
}

/** The problems of a refused form by field. */
export const fieldErrors = ({ fields }: Problem): Record<string, string> => byField(fields);

/** A problem inside a list (`permissions.0`) belongs to the list's field. */
export const fieldOf = (path: string): string => path.split(".")[0] ?? path;

function byField(problems: { path: string; message: string }[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ path, message }) => [fieldOf(path), sentence(message)]));
}

const sentence = (message: string): string => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
