import { desc, eq, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { apps, buildFailures, builds, tenants } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { isoInstant } from "@/shared/text/text.ts";
import { HOUR_MS } from "@/shared/time.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { findNotice } from "./notices.ts";
import type { FailureCluster, FailureClusterDetail, FailureClusterList } from "./view.ts";

/** Hours of a cluster's two periods, which are compared. */
const PERIOD_HOURS = 24;
/** Failures that are read, newest first. */
export const MAX_CLUSTERED_BUILDS = 5_000;
const MAX_CLUSTERS = 50;
const MAX_WORKERS = 3;
/** Builds from which failures are a cluster. */
const MIN_CLUSTER_SIZE = 2;

/**
 * Clusters of failures of all tenants in the last two days: those that grew most against the day before first. For Super
 * Admins. Reads a bounded range of an index, so the cost does not grow with the number of builds.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function listClusters(ctx: Context): Promise<FailureClusterList> {
  const admin = requireSuperAdmin(ctx);
  const rows = await read(admin, (tx) => readClusters(tx, admin.now(), sql`true`, MIN_CLUSTER_SIZE));
  return { clusters: rows.map(toCluster), isCapped: (rows[0]?.read ?? 0) > MAX_CLUSTERED_BUILDS };
}

const MAX_SHOWN_BUILDS = 50;

/**
 * Cluster of a failed build, and the newest builds that failed for its reason at any time. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND`, also without a reason
 */
export async function getCluster(ctx: Context, buildId: string): Promise<FailureClusterDetail> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [failed] = await tx
      .select({
        fingerprint: buildFailures.fingerprint,
        summary: sql<string>`${builds.failure} ->> 'summary'`,
      })
      .from(buildFailures)
      .innerJoin(builds, eq(builds.id, buildFailures.buildId))
      .where(eq(buildFailures.buildId, buildId));
    if (!failed || failed.fingerprint === null) throw notFound("failure");
    const { fingerprint, summary } = failed;
    const newest = await tx
      .select({
        id: builds.id,
        number: builds.number,
        platform: builds.platform,
        version: builds.version,
        workerId: builds.workerId,
        finishedAt: buildFailures.finishedAt,
        app: { name: apps.name },
        tenant: { slug: tenants.slug, name: tenants.name },
      })
      .from(buildFailures)
      .innerJoin(builds, eq(builds.id, buildFailures.buildId))
      .innerJoin(apps, eq(apps.id, builds.appId))
      .innerJoin(tenants, eq(tenants.id, builds.tenantId))
      .where(eq(buildFailures.fingerprint, fingerprint))
      .orderBy(desc(buildFailures.finishedAt))
      .limit(MAX_SHOWN_BUILDS);
    const [row] = await readClusters(tx, admin.now(), sql`fingerprint = ${fingerprint}`, 1);
    return {
      summary,
      cluster: row ? toCluster(row) : null,
      notice: await findNotice(tx, fingerprint, admin.now()),
      builds: newest.map(({ finishedAt, ...build }) => ({ ...build, finishedAt: finishedAt.toISOString() })),
    };
  });
}

const readClusters = (tx: Reader, now: Date, condition: SQL, minSize: number) => {
  const hoursAgo = (hours: number) =>
    sql`${new Date(now.getTime() - hours * HOUR_MS).toISOString()}::timestamptz`;
  const isLastDay = sql`finished_at > ${hoursAgo(PERIOD_HOURS)}`;
  return tx.execute<ClusterRow>(sql`
    with recent as materialized (
      select fingerprint, build_id, tenant_id, worker_id, platform, finished_at,
        floor(extract(epoch from ${hoursAgo(0)} - finished_at) / 3600)::integer as age
      from build_failures
      where fingerprint is not null and ${condition}
        and finished_at between ${hoursAgo(2 * PERIOD_HOURS)} and ${hoursAgo(0)}
      order by finished_at desc limit ${MAX_CLUSTERED_BUILDS + 1}
    ), counted as (
      select fingerprint, (count(*) filter (where ${isLastDay}))::integer as last_day,
        (count(*) filter (where not ${isLastDay}))::integer as day_before,
        count(distinct tenant_id)::integer as tenants, jsonb_agg(distinct platform) as platforms,
        (array_agg(build_id order by finished_at desc))[1] as build_id, max(finished_at) as latest_at,
        count(distinct worker_id)::integer as worker_count, jsonb_agg(age) as ages
      from recent group by fingerprint having count(*) >= ${minSize}
    ), clusters as (
      select * from counted order by last_day - day_before desc, last_day desc, latest_at desc limit ${MAX_CLUSTERS}
    )
    select (select count(*)::integer from recent) as read, clusters.build_id as "buildId",
      builds.failure ->> 'summary' as summary, clusters.last_day as "lastDay", clusters.day_before as "dayBefore",
      clusters.ages, clusters.tenants, clusters.platforms, clusters.worker_count as "workerCount",
      clusters.latest_at::text as "latestAt", workers.list as workers,
      notice.id as "noticeId", notice.text as "noticeText", notice.created_at::text as "noticeAt"
    from clusters
    join builds on builds.id = clusters.build_id
    left join failure_notices notice on notice.fingerprint = clusters.fingerprint and notice.ended_at is null
    cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('id', worker_id, 'builds', builds) order by builds desc, worker_id), '[]')
        as list
      from (
        select worker_id, count(*)::integer as builds from recent
        where recent.fingerprint = clusters.fingerprint and worker_id is not null
        group by worker_id order by builds desc, worker_id limit ${MAX_WORKERS}
      ) top
    ) workers
    order by clusters.last_day - clusters.day_before desc, clusters.last_day desc, clusters.latest_at desc`);
};

interface ClusterRow extends Record<string, unknown> {
  read: number;
  buildId: string;
  summary: string;
  lastDay: number;
  dayBefore: number;
  ages: number[];
  tenants: number;
  platforms: Platform[];
  workerCount: number;
  latestAt: string;
  workers: { id: string; builds: number }[];
  noticeId: string | null;
  noticeText: string;
  noticeAt: string;
}

function toCluster({ noticeId, noticeText, noticeAt, read: _, ages, ...row }: ClusterRow): FailureCluster {
  const hours = Array.from({ length: 2 * PERIOD_HOURS }, () => 0);
  for (const age of ages) {
    const at = hours.length - 1 - Math.min(Math.max(age, 0), hours.length - 1);
    hours[at] = (hours[at] ?? 0) + 1;
  }
  const notice =
    noticeId === null ? null : { id: noticeId, text: noticeText, createdAt: isoInstant(noticeAt) };
  return { ...row, hours, latestAt: isoInstant(row.latestAt), notice };
}
