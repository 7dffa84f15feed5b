import pg from "pg";

/**
 * Connection pool of the job queue, whose library uses `pg`. The library's own pool drops its error listeners before it has
 * closed, and a database that stops at that moment would end the process. A file of its own, so that only users of the
 * queue load `pg`.
 */
export function openJobPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: "drydock-jobs" });
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}
