import type postgres from "postgres";

/**
 * A client whose callers meet no error of somebody else. Where the server ends a session in the middle of a statement,
 * postgres.js fails that statement, opens the connection anew for the next caller, however much later, and then fails the
 * first statement of that one with what the server had said to the other (3.4.9: `closed` keeps `errorResponse`). Such
 * a statement was never sent, and neither was a transaction's `begin`, so it is asked once more.
 * @param most how many connections there are, each of which may hold such an error
 */
export function withoutLeftOverErrors(sql: postgres.Sql, most: number): postgres.Sql {
  const unsafe = (...args: Parameters<postgres.Sql["unsafe"]>) => repeated(sql.unsafe(...args), most);
  const begin = (...args: [unknown, unknown?]) => beginAgain(sql, args, most);
  return new Proxy(sql, {
    apply: (target, self, args: unknown[]) => {
      const asked: unknown = Reflect.apply(target as never, self, args);
      // Called with anything else, it writes names or values into a statement.
      return isTemplate(args[0]) ? repeated(asked, most) : asked;
    },
    get: (target, name) => {
      if (name === "unsafe") return unsafe;
      if (name === "begin") return begin;
      return Reflect.get(target, name);
    },
  });
}

/**
 * Sends a statement anew, through the pool, when it is failed by a left-over error; never one that has failed already, which
 * postgres.js fails again together with it.
 */
function repeated(asked: unknown, times: number): unknown {
  const query = asked as Query;
  const { reject } = query;
  let left = times;
  query.reject = (error) => {
    if (left === 0 || !isLeftOver(error)) {
      left = 0;
      return reject(error);
    }
    left -= 1;
    query.handler(query);
  };
  return query;
}

/** A statement as the pool sees it. */
interface Query {
  handler: (query: Query) => void;
  reject: (error: unknown) => void;
}

async function beginAgain(sql: postgres.Sql, args: unknown[], times: number): Promise<unknown> {
  const run = args.at(-1) as (tx: postgres.TransactionSql) => unknown;
  let hasBegun = false;
  const begun = (tx: postgres.TransactionSql) => {
    hasBegun = true;
    return run(tx);
  };
  try {
    return await (sql.begin as (...args: unknown[]) => Promise<unknown>)(...args.slice(0, -1), begun);
  } catch (error) {
    if (hasBegun || times === 0 || !isLeftOver(error)) throw error;
    return beginAgain(sql, args, times - 1);
  }
}

const isTemplate = (value: unknown): boolean => Array.isArray(value) && "raw" in value;

/**
 * Why a server ends a session that is in use, and that it takes none just now: attempts to open such a connection anew leave
 * over what they were told. Whoever was told so at an attempt of their own tries again as well, within their deadline.
 */
const ENDINGS = new Set(["57P01", "57P02", "57P03", "57P04", "57P05", "25P03", "25P04"]);

function isLeftOver(error: unknown): boolean {
  const { severity, code } = error as { severity?: unknown; code?: unknown };
  return severity === "FATAL" && ENDINGS.has(String(code));
}
