import { z } from "zod";
import { type FieldProblem, notFound, validationFailed } from "../platform/errors.ts";

/**
 * The checked fields of query and body. `json` gives the parsed body; it may throw. `judgeHeaders` finds what else is
 * wrong with a request of this query.
 * @throws AppError `VALIDATION_FAILED` that names every wrong field of both at once
 */
export function parseInputs<Q extends z.ZodObject, B extends z.ZodType>(
  url: string,
  querySchema: Q,
  bodySchema: B | undefined,
  json: (() => unknown) | undefined,
  judgeHeaders?: (query: z.output<Q>) => FieldProblem[],
): { query: z.output<Q>; body: z.output<B> | undefined } {
  const { values, problems } = queryValues(url, querySchema);
  const query = querySchema.safeParse(values);
  const body = bodySchema && json ? bodySchema.safeParse(withoutNulls(json())) : undefined;
  problems.push(...fieldProblems(query.error), ...fieldProblems(body?.error));
  if (query.success) problems.push(...(judgeHeaders?.(query.data) ?? []));
  if (problems.length > 0 || !query.success) throw validationFailed(problems);
  return { query: query.data, body: body?.data };
}

/**
 * The path's parameters. An identifier that is no UUID names nothing, so it is told as such and not as a wrong field.
 * @throws AppError `NOT_FOUND`
 */
export function pathParams<P extends z.ZodObject>(schema: P, pattern: string, url: string): z.output<P> {
  const given = requestPath(url).split("/");
  const values: Record<string, string> = {};
  for (const [index, segment] of pattern.split("/").entries()) {
    if (!segment.startsWith("{")) continue;
    const value = decoded(given[index] ?? "");
    if (value === null)
      throw validationFailed([{ path: segment.slice(1, -1), message: "must be valid UTF-8" }]);
    values[segment.slice(1, -1)] = value;
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw notFound("resource");
  return parsed.data;
}

/** The same reading of URLs or paths, which is remembered of those that come again and again, as a poller's do. */
export function memoizeByUrl<T extends object>(read: (url: string) => T): (url: string) => T {
  const known = new Map<string, T>();
  return (url) => {
    const before = known.get(url);
    if (before) return before;
    const result = read(url);
    // To keep account of what was asked for last would cost more than to read anew now and then.
    if (known.size >= MAX_MEMOIZED_URLS) known.clear();
    if (url.length <= MAX_MEMOIZED_URL_LENGTH) known.set(url, result);
    return result;
  };
}

const MAX_MEMOIZED_URLS = 5_000;
const MAX_MEMOIZED_URL_LENGTH = 300;

/** The path of a URL as it was sent, still encoded. */
export function requestPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.search(/[?#]/);
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end);
}

/** Whether a URL or a part of one is percent-encoded UTF-8. */
export const isDecodable = (encoded: string): boolean => decoded(encoded) !== null;

/** Every problem of a zod error as the public surface names it. Of what has the wrong type nothing else is said. */
export function fieldProblems(error: z.ZodError | undefined): FieldProblem[] {
  const problems = (error?.issues ?? []).map((issue) => ({
    path: issue.path.join("."),
    message: isAboutTheWhole(issue) ? "must be a JSON object" : issue.message,
    isOfType: issue.code === "invalid_type",
  }));
  const mistyped = new Set(problems.filter(({ isOfType }) => isOfType).map(({ path }) => path));
  return problems
    .filter(({ path, isOfType }) => isOfType || !mistyped.has(path))
    .map(({ path, message }) => ({ path, message }));
}

const isAboutTheWhole = (issue: z.core.$ZodIssue): boolean =>
  issue.path.length === 0 && issue.code === "invalid_type" && issue.expected === "object";

function queryValues(
  url: string,
  schema: z.ZodObject,
): { values: Record<string, unknown>; problems: FieldProblem[] } {
  const question = url.indexOf("?");
  const search = question < 0 ? "" : url.slice(question + 1);
  const given = new URLSearchParams(search);
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = isDecodable(search)
    ? []
    : [{ path: "", message: "the query must be percent-encoded UTF-8" }];
  for (const [name, isRepeated] of fieldsOf(schema)) {
    const all = given.getAll(name);
    if (isRepeated) values[name] = all;
    else if (all.length > 1) problems.push({ path: name, message: "may be given only once" });
    else if (all.length === 1) values[name] = all[0];
  }
  return { values, problems };
}

const knownFields = new WeakMap<z.ZodObject, Map<string, boolean>>();

/** The schema's fields, each with whether it may be given more than once; asking zod costs as much as all the rest. */
function fieldsOf(schema: z.ZodObject): Map<string, boolean> {
  const known =
    knownFields.get(schema) ??
    new Map(Object.entries(schema.shape).map(([name, field]) => [name, isRepeatable(field as z.ZodType)]));
  knownFields.set(schema, known);
  return known;
}

const isRepeatable = (field: z.ZodType): boolean =>
  field instanceof z.ZodArray ||
  (field instanceof z.ZodOptional && isRepeatable(field.unwrap() as z.ZodType)) ||
  (field instanceof z.ZodPipe && isRepeatable(field.in as z.ZodType));

/** JSON's null says the same as leaving the field out. */
function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null));
}

function decoded(encoded: string): string | null {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return null;
  }
}

/** The query of routes that can say what they would do: `?dryRun=true`. */
export const DryRunQuery = z.object({
  dryRun: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
});
