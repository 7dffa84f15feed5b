import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { buildFailures, buildSearchTerms, builds } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { MAX_SIMILAR_BUILDS, SIMILAR_WINDOW_MS } from "@/shared/build-log/find-failure.ts";
import { notFound } from "@/shared/errors.ts";
import { isoInstant } from "@/shared/text/text.ts";
import { findNotice } from "./notices.ts";
import type { FailureCounts, SimilarFailures } from "./view.ts";

const MAX_BUILDS_BEFORE = 20;
const MAX_BUILDS_OF_COMMIT = 50;

/**
 * Failures like that of a build of the tenant; null unless it failed. Every read is bounded, by an index. Needs
 * `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function getSimilarFailures(
  ctx: TenantContext,
  buildId: string,
): Promise<SimilarFailures | null> {
  requirePermission(ctx, "BUILDS_READ");
  const own = await read(ctx, async (tx) => {
    const failed = await findFailed(tx, ctx, buildId);
    if (!failed) return null;
    return {
      failed,
      before: await countBefore(tx, failed),
      sameCommit: failed.gitCommit === null ? null : await findSameCommit(tx, failed, failed.gitCommit),
      notice:
        failed.fingerprint === null ? null : await findNotice(tx, failed.fingerprint, failed.finishedAt),
    };
  });
  if (!own) return null;
  const { failed, ...facts } = own;
  const alike = failed.fingerprint === null ? null : await countAlike(ctx, failed, failed.fingerprint);
  return { alike, ...facts };
}

async function findFailed(tx: Reader, ctx: TenantContext, buildId: string) {
  const [build] = await tx
    .select({
      id: builds.id,
      tenantId: builds.tenantId,
      appId: builds.appId,
      platform: builds.platform,
      number: builds.number,
      gitCommit: builds.gitCommit,
      finishedAt: buildFailures.finishedAt,
      fingerprint: buildFailures.fingerprint,
    })
    .from(builds)
    .leftJoin(buildFailures, eq(buildFailures.buildId, builds.id))
    .where(and(eq(builds.id, buildId), eq(builds.tenantId, ctx.tenant.id)));
  if (!build) throw notFound("build");
  const { finishedAt } = build;
  return finishedAt && { ...build, finishedAt };
}

type FailedBuild = NonNullable<Awaited<ReturnType<typeof findFailed>>>;

async function countBefore(tx: Reader, failed: FailedBuild): Promise<SimilarFailures["before"]> {
  const [row] = await tx.execute<{ ended: number; alike: number }>(sql`
    select count(*)::integer as ended,
      (count(*) filter (where f.fingerprint = ${failed.fingerprint}))::integer as alike
    from (
      select newest.id
      from unnest('{COMPLETED,FAILED}'::text[]) as statuses (status)
      cross join lateral (
        select id, number from builds
        where app_id = ${failed.appId} and platform = ${failed.platform} and status = statuses.status
          and number < ${failed.number}
        order by number desc limit ${MAX_BUILDS_BEFORE}
      ) newest
      order by newest.number desc limit ${MAX_BUILDS_BEFORE}
    ) ended
    left join build_failures f on f.build_id = ended.id`);
  return { ended: row?.ended ?? 0, alike: row?.alike ?? 0 };
}

async function findSameCommit(
  tx: Reader,
  failed: FailedBuild,
  commit: string,
): Promise<SimilarFailures["sameCommit"]> {
  const newest = tx
    .select({ buildId: buildSearchTerms.buildId })
    .from(buildSearchTerms)
    .where(and(eq(buildSearchTerms.tenantId, failed.tenantId), eq(buildSearchTerms.term, commit)))
    .orderBy(desc(buildSearchTerms.buildId))
    .limit(MAX_BUILDS_OF_COMMIT)
    .as("newest");
  const others = await tx
    .select({
      id: builds.id,
      number: builds.number,
      platform: builds.platform,
      workerId: builds.workerId,
      status: builds.status,
    })
    .from(newest)
    .innerJoin(builds, eq(builds.id, newest.buildId))
    .where(and(eq(builds.appId, failed.appId), eq(builds.gitCommit, commit), ne(builds.id, failed.id)))
    .orderBy(desc(builds.number));
  const completed = others.filter(({ status }) => status === "COMPLETED");
  // A build on the same platform says more than one on another.
  const found = completed.find(({ platform }) => platform === failed.platform) ?? completed[0];
  return {
    completed: found
      ? { id: found.id, number: found.number, platform: found.platform, workerId: found.workerId }
      : null,
    failed: others.filter(({ status }) => status === "FAILED").length,
  };
}

/**
 * Counts over the builds of all tenants, the one read that leaves the tenant's scope. It takes nothing from the client, and
 * returns nothing but numbers, a time and the name of a worker.
 */
async function countAlike(
  ctx: TenantContext,
  { id, finishedAt }: FailedBuild,
  fingerprint: string,
): Promise<FailureCounts> {
  const [from, to] = [-SIMILAR_WINDOW_MS, SIMILAR_WINDOW_MS].map((offset) =>
    new Date(finishedAt.getTime() + offset).toISOString(),
  );
  const [row] = await ctx.db.systemDb.orm.execute<AlikeRow>(sql`
    with alike as (
      select tenant_id, worker_id, finished_at from build_failures
      where fingerprint = ${fingerprint} and finished_at between ${from} and ${to} and build_id <> ${id}
      order by finished_at desc limit ${MAX_SIMILAR_BUILDS + 1}
    )
    select count(*)::integer as builds, count(distinct tenant_id)::integer as tenants, min(finished_at)::text as since,
      worker.id as "workerId", worker.builds as "workerBuilds"
    from alike
    left join (
      select worker_id as id, count(*)::integer as builds from alike where worker_id is not null
      group by worker_id order by builds desc, worker_id limit 1
    ) worker on true
    group by worker.id, worker.builds`);
  if (!row) return { builds: 0, isCapped: false, tenants: 0, since: null, worker: null };
  return {
    builds: Math.min(row.builds, MAX_SIMILAR_BUILDS),
    isCapped: row.builds > MAX_SIMILAR_BUILDS,
    tenants: row.tenants,
    since: isoInstant(row.since),
    worker: row.workerId === null ? null : { id: row.workerId, builds: row.workerBuilds },
  };
}

interface AlikeRow extends Record<string, unknown> {
  builds: number;
  tenants: number;
  since: string;
  workerId: string | null;
  workerBuilds: number;
}
