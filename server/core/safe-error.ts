/**
 * Copy of an error without the values of queries, which may be secrets. Logs and the error column of jobs contain only
 * such copies. Drizzle repeats parameters in its message; PostgreSQL repeats values in `detail`, `where` and the
 * messages of data exceptions.
 */
export function toSafeError(thrown: unknown, depth = 0): Error {
  if (!(thrown instanceof Error)) return new Error(describeThrown(thrown));
  const safe = new Error(safeMessage(thrown));
  safe.name = thrown.name === "Error" ? (thrown.constructor?.name ?? "Error") : thrown.name;
  safe.stack = `${safe.name}: ${safe.message}${stackFrames(thrown)}`;
  for (const field of SAFE_FIELDS) {
    const value: unknown = (thrown as unknown as Record<string, unknown>)[field];
    if (typeof value === "string" || typeof value === "number") Object.assign(safe, { [field]: value });
  }
  if (depth < MAX_DEPTH && thrown.cause instanceof Error) safe.cause = toSafeError(thrown.cause, depth + 1);
  if (depth < MAX_DEPTH && thrown instanceof AggregateError) {
    Object.assign(safe, { aggregateErrors: thrown.errors.map((error) => toSafeError(error, depth + 1)) });
  }
  return safe;
}

/** One line for operators and for a job's error column: the messages from the outermost error to its cause. */
export function safeMessageChain(thrown: unknown): string {
  const messages: string[] = [];
  for (let error: unknown = toSafeError(thrown); error instanceof Error; error = error.cause) {
    messages.push(error.message || String((error as NodeJS.ErrnoException).code ?? error.name));
  }
  return messages.join(": ");
}

/** Fields of errors that hold no values: codes, names of database objects and of system calls. */
const SAFE_FIELDS = [
  ...["code", "errno", "syscall", "address", "port", "path", "digest", "status", "statusCode", "kind"],
  ...["severity", "schema_name", "table_name", "column_name", "constraint_name", "data_type_name", "routine"],
];
const MAX_DEPTH = 8;

function safeMessage(error: Error): string {
  if (isFailedQuery(error)) return `Failed query: ${String(error.query)}`;
  if (isArgumentError(error)) return error.message.replace(/ Received .*$/s, "");
  if (!isDatabaseError(error)) return withoutParameters(error.message);
  return VALUE_CLASSES.test(error.code) ? `PostgreSQL error ${error.code}` : error.message;
}

/** SQLSTATE of errors whose message repeats a value: data exceptions and syntax errors. */
const VALUE_CLASSES = /^(22|42601|42P02)/;

type FailedQuery = Error & { query: unknown };
const isFailedQuery = (error: Error): error is FailedQuery => "query" in error && "params" in error;

const isDatabaseError = (error: Error): error is Error & { code: string } =>
  "severity" in error && "code" in error && typeof error.code === "string";

/** Error of Node about an argument, such as a query parameter of the wrong type. Its message ends with the value. */
const isArgumentError = (error: Error): boolean =>
  "code" in error && typeof error.code === "string" && error.code.startsWith("ERR_INVALID_ARG_");

/** Text without the parameters that Drizzle appends to a failed query, even if another message contains it. */
export function withoutParameters(message: string): string {
  if (!message.includes("Failed query:")) return message;
  const at = message.indexOf("\nparams:");
  return at < 0 ? message : message.slice(0, at);
}

/** Frames of a stack, without the message that it repeats. */
function stackFrames({ stack = "", message }: Error): string {
  const at = message === "" ? 0 : stack.indexOf(message);
  const rest = at < 0 ? "" : stack.slice(at + message.length);
  const first = rest.indexOf("\n    at ");
  return first < 0 ? "" : rest.slice(first);
}

const describeThrown = (thrown: unknown): string =>
  typeof thrown === "object" && thrown !== null ? "an object was thrown" : String(thrown);
