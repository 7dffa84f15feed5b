import { sql } from "drizzle-orm";

/**
 * The sessions that wait for a lock of the transaction in which this is asked. Not of `pg_stat_activity`, which shows a
 * transaction the same picture again and again.
 */
export const WAITING_FOR_US = sql`
  select pid from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
