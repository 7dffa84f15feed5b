import { z } from "zod";
import { type FieldProblem, notFound, validationFailed } from "@/shared/errors.ts";

/**
 * Validated query and body. `json` parses the body and may throw; `checkHeaders` adds problems of the headers, which may
 * depend on the query.
 * @throws AppError `VALIDATION_FAILED` with the problems of all fields at once
 */
export function parseInputs<Q extends z.ZodObject, B extends z.ZodType>(
  url: string,
  querySchema: Q,
  bodySchema: B | undefined,
  json: (() => unknown) | undefined,
  checkHeaders?: (query: z.output<Q>) => FieldProblem[],
): { query: z.output<Q>; body: z.output<B> | undefined } {
  const { values, problems } = queryValues(url, querySchema);
  const query = querySchema.safeParse(values);
  const body = bodySchema && json ? bodySchema.safeParse(withoutNulls(json())) : undefined;
  problems.push(...fieldProblems(query.error), ...fieldProblems(body?.error));
  if (query.success) problems.push(...(checkHeaders?.(query.data) ?? []));
  if (problems.length > 0 || !query.success) throw validationFailed(problems);
  return { query: query.data, body: body?.data };
}

/**
 * Path parameters. An identifier that is no UUID is a 404, not a validation error; so is a name against the rules, which
 * the error names.
 * @throws AppError `NOT_FOUND`; `VALIDATION_FAILED` for a segment that is not UTF-8
 */
export function pathParams<P extends z.ZodObject>(schema: P, pattern: string, url: string): z.output<P> {
  const segments = requestPath(url).split("/");
  const values: Record<string, string> = {};
  for (const [index, segment] of pattern.split("/").entries()) {
    if (!segment.startsWith("{")) continue;
    const value = decoded(segments[index] ?? "");
    if (value === null)
      throw validationFailed([{ path: segment.slice(1, -1), message: "must be valid UTF-8" }]);
    values[segment.slice(1, -1)] = value;
  }
  const parsed = schema.safeParse(values);
  if (!parsed.success)
    throw notFound(
      "resource",
      parsed.error.issues.find(({ code }) => code === "custom"),
    );
  return parsed.data;
}

/** Memoized parser of URLs or paths, for clients that poll. Errors and long URLs are not memoized. */
export function memoizeByUrl<T extends object>(read: (url: string) => T): (url: string) => T {
  const results = new Map<string, T>();
  return (url) => {
    const memoized = results.get(url);
    if (memoized) return memoized;
    const result = read(url);
    // An LRU cache would cost more than parsing everything again now and then.
    if (results.size >= MAX_MEMOIZED_URLS) results.clear();
    if (url.length <= MAX_MEMOIZED_URL_LENGTH) results.set(url, result);
    return result;
  };
}

const MAX_MEMOIZED_URLS = 5_000;
const MAX_MEMOIZED_URL_LENGTH = 300;

export function requestPath(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.search(/[?#]/);
  return start < 0 ? "/" : url.slice(start, end < 0 ? undefined : end);
}

/** True if a URL or part of one decodes as UTF-8. */
export const isDecodable = (encoded: string): boolean => decoded(encoded) !== null;

export function fieldProblems(error: z.ZodError | undefined): FieldProblem[] {
  const problems = (error?.issues ?? []).map((issue) => ({
    path: issue.path.join("."),
    message: isAboutRoot(issue) ? "must be a JSON object" : issue.message,
    isOfType: issue.code === "invalid_type",
  }));
  const mistyped = new Set(problems.filter(({ isOfType }) => isOfType).map(({ path }) => path));
  return problems
    .filter(({ path, isOfType }) => isOfType || !mistyped.has(path))
    .map(({ path, message }) => ({ path, message }));
}

const isAboutRoot = (issue: z.core.$ZodIssue): boolean =>
  issue.path.length === 0 && issue.code === "invalid_type" && issue.expected === "object";

function queryValues(
  url: string,
  schema: z.ZodObject,
): { values: Record<string, unknown>; problems: FieldProblem[] } {
  const question = url.indexOf("?");
  const search = question < 0 ? "" : url.slice(question + 1);
  const parameters = new URLSearchParams(search);
  const values: Record<string, unknown> = {};
  const problems: FieldProblem[] = isDecodable(search)
    ? []
    : [{ path: "", message: "the query must be percent-encoded UTF-8" }];
  for (const [name, isRepeated] of fieldsOf(schema)) {
    const all = parameters.getAll(name);
    if (isRepeated) values[name] = all;
    else if (all.length > 1) problems.push({ path: name, message: "may be given only once" });
    else if (all.length === 1) values[name] = all[0];
  }
  return { values, problems };
}

const fieldsBySchema = new WeakMap<z.ZodObject, Map<string, boolean>>();

/** Fields of a schema, and whether each is repeatable. Memoized: zod's reflection costs as much as all other parsing. */
function fieldsOf(schema: z.ZodObject): Map<string, boolean> {
  const fields =
    fieldsBySchema.get(schema) ??
    new Map(Object.entries(schema.shape).map(([name, field]) => [name, isRepeatable(field as z.ZodType)]));
  fieldsBySchema.set(schema, fields);
  return fields;
}

const isRepeatable = (field: z.ZodType): boolean =>
  field instanceof z.ZodArray ||
  (field instanceof z.ZodOptional && isRepeatable(field.unwrap() as z.ZodType)) ||
  (field instanceof z.ZodPipe && isRepeatable(field.in as z.ZodType));

/** Copy without null fields, since null means absent. */
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

/** Query of routes with a dry run: `?dryRun=true`. */
export const DryRunQuery = z.object({
  dryRun: z.enum(["true", "false"], { error: "must be true or false" }).default("false"),
});
