import pg from "pg";

/**
 * Connections for the job queue, whose library speaks through `pg`. The pool is ours because the library's own is let
 * go before it has closed: a database that stops at that moment would then end the process.
 */
export function openJobPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: "drydock-jobs" });
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}
