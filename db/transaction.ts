import type postgres from "postgres";

/**
 * Begins a transaction of which nothing is said any more once its connection is lost, or once it has ended. postgres.js
 * would send its `rollback`, its `commit` and whatever the transaction does next all the same: into a connection that is
 * closed, which can then never be opened again, or into one that serves somebody else by now. Its statements are prepared.
 */
export function beginOnLiving<T>(
  sql: postgres.Sql,
  run: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<unknown> {
  let ended: { why: unknown } | undefined;
  const begun = sql.begin(
    (tx) =>
      // Never settled once the connection is lost: postgres.js refuses the transaction by itself then.
      new Promise<T>((resolve, reject) => {
        const withErrorHandling = refusingOnceEnded(tx, () => ended);
        settle(run, withErrorHandling).then(
          (result) => ended || resolve(result),
          (error: unknown) => ended || isLoss(error) || reject(error),
        );
      }),
  );
  const end = (why: unknown) => {
    ended = { why };
  };
  begun.then(() => end(new Error("the transaction has ended")), end);
  return begun;
}

const settle = async <T>(run: (tx: postgres.TransactionSql) => Promise<T>, tx: postgres.TransactionSql) =>
  run(tx);

function refusingOnceEnded(
  tx: postgres.TransactionSql,
  ended: () => { why: unknown } | undefined,
): postgres.TransactionSql {
  const unsafe = (text: string, parameters: never[]) => {
    const end = ended();
    if (end) throw end.why;
    return tx.unsafe(text, parameters, { prepare: true });
  };
  return new Proxy(tx, { get: (of, name) => (name === "unsafe" ? unsafe : Reflect.get(of, name)) });
}

const LOSSES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNABORTED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

/** Whether a statement failed because the connection was lost, or will be in a moment: a fatal error of the server ends it. */
function isLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  // What postgres.js refuses a statement with names it; the same codes from elsewhere do not.
  const isOfStatement = "query" in error && "parameters" in error;
  if (isOfStatement && (severity === "FATAL" || LOSSES.has(String(code)))) return true;
  return isLoss(error.cause);
}
