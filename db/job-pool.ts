import pg from "pg";

/**
 * Connection pool of the job queue, whose library uses `pg`. The library's own pool removes its error listeners before
 * it has closed; a database that stops then would end the process. In a separate file, so that only users of the queue
 * load `pg`.
 */
export function openJobPool(connectionString: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString, max, application_name: "drydock-jobs" });
  const ignore = () => undefined;
  pool.on("error", ignore);
  pool.on("connect", (client) => client.on("error", ignore));
  return pool;
}
