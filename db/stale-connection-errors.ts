import type postgres from "postgres";

/**
 * Retry for stale connection errors. When the server ends a session during a statement, postgres.js fails that statement,
 * reconnects for the next caller, however much later, and fails that caller's first statement with the error of the former
 * session (3.4.9: `closed` keeps `errorResponse`). That statement, or the `begin` of a transaction, was never sent, so it
 * is sent again.
 * @param maxRetries the number of connections, each of which may hold such an error
 */
export function withoutStaleConnectionErrors(sql: postgres.Sql, maxRetries: number): postgres.Sql {
  const unsafe = (...args: Parameters<postgres.Sql["unsafe"]>) =>
    withRetries(sql.unsafe(...args), maxRetries);
  const begin = (...args: [unknown, unknown?]) => beginWithRetries(sql, args, maxRetries);
  return new Proxy(sql, {
    apply: (target, self, args: unknown[]) => {
      const asked: unknown = Reflect.apply(target as never, self, args);
      // Other calls write names or values into a statement.
      return isTemplate(args[0]) ? withRetries(asked, maxRetries) : asked;
    },
    get: (target, name) => {
      if (name === "unsafe") return unsafe;
      if (name === "begin") return begin;
      return Reflect.get(target, name);
    },
  });
}

/** Resends a statement through the pool after a stale error; never after another error, which postgres.js repeats with it. */
function withRetries(asked: unknown, times: number): unknown {
  const query = asked as Query;
  const { reject } = query;
  let left = times;
  query.reject = (error) => {
    if (left === 0 || !isStaleConnectionError(error)) {
      left = 0;
      return reject(error);
    }
    left -= 1;
    query.handler(query);
  };
  return query;
}

/** Part of a postgres.js query that the pool uses. */
interface Query {
  handler: (query: Query) => void;
  reject: (error: unknown) => void;
}

async function beginWithRetries(sql: postgres.Sql, args: unknown[], times: number): Promise<unknown> {
  const run = args.at(-1) as (tx: postgres.TransactionSql) => unknown;
  let hasBegun = false;
  const begun = (tx: postgres.TransactionSql) => {
    hasBegun = true;
    return run(tx);
  };
  try {
    return await (sql.begin as (...args: unknown[]) => Promise<unknown>)(...args.slice(0, -1), begun);
  } catch (error) {
    if (hasBegun || times === 0 || !isStaleConnectionError(error)) throw error;
    return beginWithRetries(sql, args, times - 1);
  }
}

const isTemplate = (value: unknown): boolean => Array.isArray(value) && "raw" in value;

/** SQLSTATEs with which a server ends a session or refuses a new one. A caller refused by its own attempt retries as well. */
const SESSION_END_CODES = new Set(["57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04"]);

function isStaleConnectionError(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return severity === "FATAL" && SESSION_END_CODES.has(String(code));
}
