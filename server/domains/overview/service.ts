import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { builds, WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { isStuck } from "@/server/domains/builds/filters.ts";
import { countPendingListings } from "@/server/domains/listings/counts.ts";
import { DAY_MS } from "@/shared/time.ts";

const DAYS = 14;

/**
 * Figures that need attention, with daily counts of the last 14 days. Each is read from a partial index or from
 * maintained counts, so its cost does not grow with the tables. For Super Admins.
 */
export async function getAttention(ctx: Context) {
  const admin = requireSuperAdmin(ctx);
  const now = admin.now();
  return read(admin, async (tx) => ({
    pendingListings: await readFigure(
      tx,
      sql`select ${await countPendingListings(tx)}::int as count, min(submitted_at) as since
        from listings where status = 'PENDING_APPROVAL'`,
      await countDays(
        tx,
        now,
        (from) => sql`select submitted_at as at from listings where submitted_at >= ${from}`,
      ),
    ),
    openReports: await readFigure(
      tx,
      sql`select count(*)::int as count, min(reported_at) as since from item_reports where status = 'OPEN'`,
    ),
    failedBuilds: await readFigure(
      tx,
      sql`select count(*)::int as count, null as since from builds
        where status = 'FAILED' and finished_at >= ${before(now, DAY_MS)}`,
      await countFailedBuilds(tx, now),
    ),
    stuckBuilds: await readFigure(
      tx,
      sql`select count(*)::int as count, min(${builds.updatedAt}) as since from ${builds} where ${isStuck(now)}`,
    ),
    unresolvedPayments: await readFigure(
      tx,
      sql`select count(*)::int as count, min(received_at) as since from billing_events where state in ('FAILED', 'WAITING')`,
      await countDays(
        tx,
        now,
        (from) =>
          sql`select received_at as at from billing_events where state in ('FAILED', 'WAITING') and received_at >= ${from}`,
      ),
    ),
    failingChannels: await readFigure(
      tx,
      sql`select count(*)::int as count, min(failing_since) as since from notification_channels
        where failing_since is not null or disabled_at is not null`,
      await countDays(
        tx,
        now,
        (from) =>
          sql`select attempted_at as at from delivery_attempts where not succeeded and attempted_at >= ${from}`,
      ),
    ),
    failedMails: await readFigure(
      tx,
      sql`select count(*)::int as count, min(created_at) as since from mails where state = 'FAILED'`,
    ),
    heldRollouts: await readFigure(
      tx,
      sql`select count(*)::int as count, min(held_at) as since from rollouts
        where state = 'HELD' and settled_at is null`,
    ),
    stoppedCollections: await readFigure(
      tx,
      sql`select count(*)::int as count, min(stopped_at) as since from collection_stops`,
    ),
    offlineWorkers: await readFigure(
      tx,
      sql`select count(*)::int as count, min(last_seen_at) as since from build_workers
        where last_seen_at < ${before(now, WORKER_TIMEOUT_MS)} and forgotten_at is null`,
    ),
  }));
}

const before = (now: Date, ms: number): SQL =>
  sql`${new Date(now.getTime() - ms).toISOString()}::timestamptz`;

async function readFigure(
  tx: Reader,
  query: SQL,
  days: AttentionFigure["days"] = null,
): Promise<AttentionFigure> {
  const [row] = await tx.execute<{ count: number; since: Date | string | null }>(query);
  return { count: row?.count ?? 0, since: row?.since ? new Date(row.since).toISOString() : null, days };
}

/** Daily counts of the timestamps `at` that `query` selects from a first instant on. */
async function countDays(tx: Reader, now: Date, query: (from: SQL) => SQL): Promise<number[]> {
  const rows = await tx.execute<{ day: string; count: number }>(sql`
    select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
    from (${query(sql`${firstDay(now)}::date::timestamp at time zone 'UTC'`)}) happened group by 1`);
  return fillDays(now, [...rows]);
}

/** Failed builds by the day they were queued: aggregated ones and those not yet aggregated. */
async function countFailedBuilds(tx: Reader, now: Date): Promise<number[]> {
  const from = firstDay(now);
  const rows = await tx.execute<{ day: string; count: number }>(sql`
    select day::text as day, sum(failed)::int as count from (
      select day, failed from build_days where day >= ${from}::date
      union all
      select day, 1 from build_outcomes where day >= ${from}::date and not is_completed
    ) ended group by 1`);
  return fillDays(now, [...rows]);
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const firstDay = (now: Date): string => dayOf(now.getTime() - (DAYS - 1) * DAY_MS);

function fillDays(now: Date, rows: { day: string; count: number }[]): number[] {
  return Array.from({ length: DAYS }, (_, index) => {
    const day = dayOf(now.getTime() - (DAYS - 1 - index) * DAY_MS);
    return rows.find((row) => row.day === day)?.count ?? 0;
  });
}

/** Figure of the overview: the current count and its history. */
export interface AttentionFigure {
  count: number;
  /** Start of the oldest; null without one. */
  since: string | null;
  /** Daily counts of the last 14 days in UTC, today last; null without history. */
  days: number[] | null;
}
