import type postgres from "postgres";

/**
 * Transaction that sends nothing after its connection was lost or after its end. postgres.js would still send `rollback`,
 * `commit` and later statements: into the closed connection, which then never reopens, or into one that already serves
 * another caller. Statements are prepared.
 */
export function beginOnLiveConnection<T>(
  sql: postgres.Sql,
  run: (tx: postgres.TransactionSql) => Promise<T>,
): Promise<unknown> {
  let ended: { why: unknown } | undefined;
  const begun = sql.begin(
    (tx) =>
      // Never settled after a connection loss: postgres.js rejects the transaction itself.
      new Promise<T>((resolve, reject) => {
        const guardedTx = rejectAfterEnd(tx, () => ended);
        callAsync(run, guardedTx).then(
          (result) => ended || resolve(result),
          (error: unknown) => ended || isConnectionLoss(error) || reject(error),
        );
      }),
  );
  const end = (why: unknown) => {
    ended = { why };
  };
  begun.then(() => end(new Error("the transaction has ended")), end);
  return begun;
}

const callAsync = async <T>(run: (tx: postgres.TransactionSql) => Promise<T>, tx: postgres.TransactionSql) =>
  run(tx);

function rejectAfterEnd(
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

const CONNECTION_LOSS_CODES = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_DESTROYED",
  "ECONNABORTED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
]);

/** True for a statement that failed by connection loss. FATAL errors of the server count, because they end the session. */
function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, severity } = error as { code?: unknown; severity?: unknown };
  // Only errors of a statement carry `query` and `parameters`; the same codes from other sources do not count.
  const isOfStatement = "query" in error && "parameters" in error;
  if (isOfStatement && (severity === "FATAL" || CONNECTION_LOSS_CODES.has(String(code)))) return true;
  return isConnectionLoss(error.cause);
}
