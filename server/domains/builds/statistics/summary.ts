import { and, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { builds, stalledCondition } from "@/db/schema/index.ts";
import { requirePermission, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { queryAsTenant, read } from "@/server/core/transactions.ts";
import { getApp } from "@/server/domains/apps/service.ts";
import type { BuildFailure } from "@/shared/build-log/find-failure.ts";
import { isoInstant } from "@/shared/text/text.ts";
import { DAY_MS } from "@/shared/time.ts";
import { type BuildStatus, PLATFORMS, type Platform } from "@/shared/vocabulary.ts";
import { toFailureView } from "../build-row.ts";
import { isStuck, newestBuilds } from "../filters.ts";
import { type DurationSubject, getDurationPercentiles } from "./duration-percentiles.ts";
import type { BuildFigures, BuildListItem, BuildSummary } from "./view.ts";

const MAX_APPS = 8;

/**
 * Summary of the tenant's builds of the last 30 days (UTC) by queue day: outcomes and durations in total, by platform and by
 * app, and the recent unfinished and failed builds. Its cost does not grow with the number of builds. Needs `BUILDS_READ`.
 */
export async function summarizeBuilds(ctx: TenantContext): Promise<BuildSummary> {
  requirePermission(ctx, "BUILDS_READ");
  const [ended, recent] = await Promise.all([countEnded(ctx), listRecentBuilds(ctx)]);
  const busiest = ended.apps.slice(0, MAX_APPS);
  const subjects = ["ALL", ...PLATFORMS, ...busiest.map(({ id }) => id)];
  const durationsOf = await getDurationPercentiles(ctx, subjects);
  const figures = (subject: DurationSubject, count: EndCount): BuildFigures => ({
    completed: count.completed,
    failed: count.failed,
    ...durationsOf(subject),
  });
  return {
    since: ended.since,
    days: fillDays(ended.since, ctx.now(), ended.days),
    all: figures("ALL", ended.all),
    platforms: ended.platforms.map((count) => ({
      platform: count.platform,
      ...figures(count.platform, count),
    })),
    apps: busiest.map((count) => ({
      app: { id: count.id, name: count.name },
      ...figures(count.id, count),
    })),
    ...recent,
  };
}

/** Figures of one app. Needs `BUILDS_READ`. @throws AppError `NOT_FOUND` */
export async function summarizeApp(ctx: TenantContext, appId: string) {
  requirePermission(ctx, "BUILDS_READ");
  const id = appId.toLowerCase();
  const [{ since, all }, durationsOf] = await Promise.all([
    countEnded(ctx, id),
    getDurationPercentiles(ctx, [id]),
    getApp(ctx, id),
  ]);
  return { since, completed: all.completed, failed: all.failed, ...durationsOf(id) };
}

interface EndCount {
  completed: number;
  failed: number;
}

/**
 * Ended builds of the period in total, by day, by platform and by app: the counters plus the outcomes not counted yet. The
 * condition on the period's first day stands in both branches, so that an index skips earlier days.
 */
async function countEnded(ctx: TenantContext, appId: string | null = null) {
  const rows = await queryAsTenant<EndCountRow>(
    ctx,
    (tenantId) => sql`
    with ended as (
      select day, platform, app_id, completed, failed from build_days
      where tenant_id = ${tenantId} and day >= (select since from build_period)
        and (${appId}::uuid is null or app_id = ${appId}::uuid)
      union all
      select day, platform, app_id, is_completed::integer, (not is_completed)::integer from build_outcomes
      where tenant_id = ${tenantId} and day >= (select since from build_period)
        and (${appId}::uuid is null or app_id = ${appId}::uuid)
    )
    select p.since::text, e.day::text, e.platform, e.app_id, a.name, e.completed, e.failed
    from build_period p
    cross join (
      select day, platform, app_id, coalesce(sum(completed), 0)::integer as completed,
        coalesce(sum(failed), 0)::integer as failed
      from ended group by grouping sets ((), (day), (platform), (app_id))
    ) e
    left join apps a on a.id = e.app_id
    order by e.completed + e.failed desc, a.name, e.platform`,
  );
  const all = rows.find((row) => !row.day && !row.platform && !row.app_id);
  return {
    since: all?.since ?? "",
    all: all ?? { completed: 0, failed: 0 },
    days: new Map(rows.flatMap((row) => (row.day ? [[row.day, row]] : []))),
    platforms: rows.flatMap((row) => (row.platform ? [{ ...row, platform: row.platform }] : [])),
    apps: rows.flatMap((row) => (row.app_id ? [{ ...row, id: row.app_id, name: row.name ?? "" }] : [])),
  };
}

interface EndCountRow extends EndCount, Record<string, unknown> {
  since: string;
  day: string | null;
  platform: Platform | null;
  app_id: string | null;
  name: string | null;
}

function fillDays(since: string, now: Date, counted: Map<string, EndCount>): BuildSummary["days"] {
  const count = Math.floor((now.getTime() - Date.parse(since)) / DAY_MS) + 1;
  return Array.from({ length: count }, (_, index) => {
    const day = new Date(Date.parse(since) + index * DAY_MS).toISOString().slice(0, 10);
    const { completed = 0, failed = 0 } = counted.get(day) ?? {};
    return { day, completed, failed };
  });
}

/**
 * Health of the builds of all tenants: failures of the last 24 hours and of the 24 hours before, and the builds that are
 * stuck, running and queued now. For Super Admins.
 */
export async function getBuildHealth(ctx: Context) {
  const admin = requireSuperAdmin(ctx);
  const now = admin.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return read(admin, async (tx) => ({
    lastDay: await countFinished(tx, gte(builds.finishedAt, daysAgo(1))),
    dayBefore: await countFinished(
      tx,
      and(gte(builds.finishedAt, daysAgo(2)), lt(builds.finishedAt, daysAgo(1))),
    ),
    stuck: await tx.$count(builds, isStuck(now)),
    running: await tx.$count(builds, and(isNull(builds.finishedAt), eq(builds.status, "IN_PROGRESS"))),
    queued: await tx.$count(builds, and(isNull(builds.finishedAt), eq(builds.status, "QUEUED"))),
  }));
}

async function countFinished(tx: Reader, inPeriod: SQL | undefined) {
  return {
    finished: await tx.$count(builds, and(inArray(builds.status, ["COMPLETED", "FAILED"]), inPeriod)),
    failed: await tx.$count(builds, and(eq(builds.status, "FAILED"), inPeriod)),
  };
}

const MAX_BUILDS_PER_LIST = 5;

/**
 * Unfinished and failed builds of the tenant: the numbers of queued and running ones, and the newest of each list. Running
 * builds come before queued ones.
 */
async function listRecentBuilds(
  ctx: TenantContext,
): Promise<Pick<BuildSummary, "queued" | "inProgress" | "unfinished" | "failed">> {
  const rows = await queryAsTenant<RecentBuildRow>(ctx, (tenantId) => {
    const [running, waiting, failed] = (["IN_PROGRESS", "QUEUED", "FAILED"] as const).map((status) =>
      newestBuilds({ tenantId, status: [status], limit: MAX_BUILDS_PER_LIST }),
    );
    const order = sql`order by b.status = 'IN_PROGRESS' desc, b.created_at desc, b.id desc`;
    return sql`
      select counted.*, newest.*
      from (
        select (count(*) filter (where status = 'QUEUED'))::integer as queued,
          (count(*) filter (where status = 'IN_PROGRESS'))::integer as in_progress
        from builds where tenant_id = ${tenantId} and finished_at is null
      ) counted
      left join lateral (
        select b.id, b.number, b.platform, b.version, b.status, ${sql.raw(stalledCondition("b"))} as stalled,
          b.created_at, b.started_at, b.failure, a.id as app_id,
          a.name as app_name
        from (
          (select b.id from builds b
            where b.id in (select id from ${running} running union all select id from ${waiting} waiting)
            ${order} limit ${MAX_BUILDS_PER_LIST})
          union all select id from ${failed} failed
        ) chosen
        join builds b on b.id = chosen.id
        join apps a on a.id = b.app_id
        ${order}
      ) newest on true`;
  });
  const recent = rows.filter(({ id }) => id !== null).map(toListItem);
  return {
    queued: rows[0]?.queued ?? 0,
    inProgress: rows[0]?.in_progress ?? 0,
    unfinished: recent.filter(({ status }) => status !== "FAILED"),
    failed: recent.filter(({ status }) => status === "FAILED"),
  };
}

/** Without builds there is one row, of the counts and nulls. */
interface RecentBuildRow extends Record<string, unknown> {
  queued: number;
  in_progress: number;
  id: string;
  number: number;
  platform: Platform;
  version: string;
  status: BuildStatus;
  stalled: boolean;
  created_at: string;
  started_at: string | null;
  failure: BuildFailure | null;
  app_id: string;
  app_name: string;
}

const toListItem = (row: RecentBuildRow): BuildListItem => ({
  id: row.id,
  number: row.number,
  platform: row.platform,
  version: row.version,
  status: row.status,
  stalled: row.stalled,
  createdAt: isoInstant(row.created_at),
  startedAt: row.started_at && isoInstant(row.started_at),
  failure: toFailureView(row),
  app: { id: row.app_id, name: row.app_name },
});
