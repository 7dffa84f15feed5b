import type postgres from "postgres";
import { processSingleton } from "./client.ts";

/** Difference up to which the process's clock is used as it is: a measurement is no more exact. */
const TOLERANCE_MS = 50;
/** Difference from which the process does no scheduled work: only a clock that nobody sets is as far off. */
export const MAX_SKEW_MS = 5_000;

/** `offsetMs` leads from the monotonic clock of the process to the database's; null before the first measurement. */
const measured = () => processSingleton("database-clock", () => ({ offsetMs: null as number | null }));

/**
 * Time by the database's clock, on which all processes agree: the time of every lease, claim, job, retry, rollout and
 * session. A process whose own clock is wrong, or is set while it runs, dates and ends nothing of others.
 */
export function databaseNow(): Date {
  const skewMs = clockSkewMs() ?? 0;
  return new Date(Date.now() - (Math.abs(skewMs) > TOLERANCE_MS ? skewMs : 0));
}

/** Milliseconds by which the process's clock is ahead of the database's; null before the first measurement. */
export function clockSkewMs(): number | null {
  const { offsetMs } = measured();
  return offsetMs === null ? null : Date.now() - performance.now() - offsetMs;
}

/** True if the process's clock is known to be near the database's. */
export function isClockRight(): boolean {
  const skewMs = clockSkewMs();
  return skewMs !== null && Math.abs(skewMs) <= MAX_SKEW_MS;
}

/**
 * Reads the database's clock. It was read between the request and the response, so an estimate within both stands, and
 * any other becomes their middle: a slow response spoils no earlier estimate.
 */
export async function measureClock(sql: postgres.Sql): Promise<void> {
  const requestedAt = performance.now();
  const [row] = await sql<{ now: number }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`;
  const respondedAt = performance.now();
  if (!row) throw new Error("the database returned no time");
  const state = measured();
  const [least, most] = [row.now - respondedAt, row.now - requestedAt];
  const stands = state.offsetMs !== null && state.offsetMs >= least && state.offsetMs <= most;
  if (!stands) state.offsetMs = (least + most) / 2;
}
