import { and, eq, type SQL, sql } from "drizzle-orm";
import { builds, WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { isoInstant } from "@/shared/text/text.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { getDurationPercentiles } from "../statistics/duration-percentiles.ts";
import type { BuildView, QueuedBuildView } from "../view.ts";
import { turnsOf } from "./turns.ts";

/** Position up to which a queue is counted. */
export const MAX_POSITION = 100;

/** State of a queued build: its turn, and the workers that could take it. */
export interface QueueState {
  /** From 1, in the order of claims; null beyond `MAX_POSITION`. */
  position: number | null;
  /** Seconds that half, and nine of ten, of the tenant's builds for the platform waited; null without any. */
  usualWaitSeconds: { median: number; p90: number } | null;
  /** Workers for the platform that are online and not draining, and when the last one was. */
  workers: { online: number; lastSeenAt: string | null };
}

/**
 * Queue state of a build; null once a worker has claimed it. The position counts builds of other tenants, and names none.
 * It is exact for workers of one platform. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function getQueueState(ctx: TenantContext, buildId: string): Promise<QueueState | null> {
  requirePermission(ctx, "BUILDS_READ");
  const build = await read(ctx, async (tx) => {
    const [row] = await tx
      .select({
        platform: builds.platform,
        createdAt: builds.createdAt,
        isWaiting: sql<boolean>`${builds.status} = 'QUEUED' and ${builds.leaseUntil} is null`,
      })
      .from(builds)
      .where(and(eq(builds.id, buildId), eq(builds.tenantId, ctx.tenant.id)));
    if (!row) throw notFound("build");
    return row;
  });
  if (!build.isWaiting) return null;
  const { platform, createdAt } = build;
  const [ahead, workers, percentiles] = await Promise.all([
    countAhead(ctx, platform, createdAt),
    getWorkers(ctx, platform),
    getDurationPercentiles(ctx, [platform]),
  ]);
  const { queueMedian, queueP90 } = percentiles(platform);
  return {
    position: ahead < MAX_POSITION ? ahead + 1 : null,
    usualWaitSeconds:
      queueMedian === null || queueP90 === null ? null : { median: queueMedian, p90: queueP90 },
    workers,
  };
}

/**
 * Number of builds that workers claim before one of the tenant. Each other person has as many turns first as the one who
 * made this tenant, and one more if their next turn is earlier; so have that person's other tenants against this one. Each
 * count is bounded.
 */
async function countAhead(ctx: TenantContext, platform: Platform, createdAt: Date): Promise<number> {
  const tenantId = ctx.tenant.id;
  const queuedOf = (owner: SQL, limit: SQL, condition = sql`true`) => sql`(
    select count(*)::int as builds from (
      select 1 from builds b
      where b.status = 'QUEUED' and b.lease_until is null and b.platform = ${platform}
        and b.tenant_id = ${owner} and ${condition}
      limit ${limit}
    ) counted
  )`;
  const isEarlier = sql`b.created_at < ${createdAt.toISOString()}::timestamptz`;
  const [row] = await ctx.db.systemDb.orm.execute<{ ahead: number }>(sql`
    with recursive ${turnsOf([platform])},
    own as ${queuedOf(sql`${tenantId}::uuid`, sql`${MAX_POSITION}`, isEarlier)},
    same as (
      select mine.person, mine.person_turn, own.builds + coalesce(sum(counted.builds), 0)::int as builds
      from own
      left join turns mine on mine.tenant_id = ${tenantId}
      left join turns sibling on sibling.person = mine.person and sibling.tenant_id <> mine.tenant_id
      left join lateral ${queuedOf(sql`sibling.tenant_id`, sql`own.builds + (sibling.turn < mine.turn)::int`)} counted on true
      group by mine.person, mine.person_turn, own.builds
    ), others as (
      select least(sum(counted.builds), turns_first)::int as builds
      from same
      join turns other on other.person <> same.person
      cross join lateral (select same.builds + (other.person_turn < same.person_turn)::int as turns_first) bound
      cross join lateral ${queuedOf(sql`other.tenant_id`, sql`bound.turns_first`)} counted
      group by other.person, turns_first
    )
    select same.builds + coalesce((select sum(builds) from others), 0)::int as ahead from same`);
  return row?.ahead ?? 0;
}

/** A build that was just queued, with a warning if no worker could take it. The caller authorizes. */
export async function withQueueWarnings(ctx: TenantContext, build: BuildView): Promise<QueuedBuildView> {
  const { platform } = build;
  if ((await getWorkers(ctx, platform)).online > 0) return { ...build, warnings: [] };
  const message = `No ${platform} worker is online. The build waits in the queue until one is.`;
  return { ...build, warnings: [{ code: "NO_WORKER_ONLINE", message }] };
}

async function getWorkers(ctx: TenantContext, platform: Platform): Promise<QueueState["workers"]> {
  const onlineSince = new Date(ctx.now().getTime() - WORKER_TIMEOUT_MS).toISOString();
  const [row] = await ctx.db.systemDb.sql<{ online: number; lastSeenAt: string | null }[]>`
    select (count(*) filter (where last_seen_at > ${onlineSince}))::int as online,
      max(last_seen_at)::text as "lastSeenAt"
    from build_workers where ${platform} = any(platforms) and draining_since is null`;
  return { online: row?.online ?? 0, lastSeenAt: row?.lastSeenAt ? isoInstant(row.lastSeenAt) : null };
}
