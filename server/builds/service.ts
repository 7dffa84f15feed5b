import { and, asc, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { apps, type BuildStatus, buildReports, builds, tenants } from "@/db/schema/index.ts";
import { lockAppInUse } from "../apps/service.ts";
import { announceBuildChange } from "../build-records/changes.ts";
import { requirePermission, requireSuperAdmin } from "../platform/authorize.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { notFound, validationFailed } from "../platform/errors.ts";
import { mutate, read, runAfterCommit } from "../platform/mutate.ts";
import { olderThan, pageOf } from "../platform/pagination.ts";
import { BUILD_COLUMNS, viewOfBuild } from "./build-columns.ts";
import type { BrowseAllBuilds, QueueBuild } from "./input.ts";
import { insertBuild } from "./insert.ts";
import { newestBuilds } from "./newest.ts";
import { isStuck } from "./stuck.ts";
import type { BuildDetail, BuildView, TenantBuildPage } from "./view.ts";

/**
 * One build with its whole error log and the history of its reports, oldest first. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function getBuild(ctx: TenantContext, buildId: string): Promise<BuildDetail> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, async (tx) => {
    const [build] = await tx
      .select({ ...BUILD_COLUMNS, errorLog: builds.errorLog })
      .from(builds)
      .where(and(eq(builds.id, buildId), eq(builds.tenantId, ctx.tenant.id)));
    if (!build) throw notFound("build");
    const reports = await tx
      .select()
      .from(buildReports)
      .where(eq(buildReports.buildId, build.id))
      .orderBy(asc(buildReports.receivedAt), asc(buildReports.id));
    return {
      ...viewOfBuild(build),
      errorLogTruncated: false,
      reports: reports.map((report) => ({
        status: report.status,
        workerId: report.workerId,
        artifactPath: report.artifactPath,
        sizeBytes: report.sizeBytes?.toString() ?? null,
        receivedAt: report.receivedAt.toISOString(),
        applied: report.applied,
      })),
    };
  });
}

/**
 * Queues a build of an app; a worker takes it from there. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` when the app is archived; `VALIDATION_FAILED`
 * for a platform that it is not made for
 */
export async function queueBuild(ctx: TenantContext, appId: string, input: QueueBuild): Promise<BuildView> {
  requirePermission(ctx, "BUILDS_CREATE");
  const build = await mutate(ctx, "build.queue", async (tx) => {
    const app = await lockAppInUse(tx, ctx, appId);
    if (!app.platforms.includes(input.platform)) {
      throw validationFailed([
        { path: "platform", message: `must be one of ${app.platforms.join(", ")} for this app` },
      ]);
    }
    const queued = await insertBuild(tx, ctx, { tenantId: ctx.tenant.id, appId: app.id, ...input });
    const { id, number, platform, version } = queued;
    return {
      result: queued,
      audit: {
        type: "build",
        id,
        tenantId: ctx.tenant.id,
        after: { appId: app.id, number, platform, version },
      },
    };
  });
  runAfterCommit(ctx, () =>
    announceBuildChange({ tenantId: ctx.tenant.id, appId: build.appId, buildId: build.id }),
  );
  return build;
}

/** Builds of all tenants, newest first. For Super Admins. */
export async function browseAllBuilds(ctx: Context, input: BrowseAllBuilds): Promise<TenantBuildPage> {
  const admin = requireSuperAdmin(ctx);
  if (input.tenant && !input.stuck) {
    const { tenant: slug } = input;
    const [tenant] = await read(admin, (tx) =>
      tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.slug, slug)),
    );
    return tenant ? readPage(admin, input, ofTenant(tenant.id, input)) : { builds: [], nextCursor: null };
  }
  return readPage(admin, input, ofAllTenants(admin, input));
}

const ofTenant = (tenantId: string, input: BrowseAllBuilds): SQL =>
  sql`${builds.id} in ${newestBuilds({ ...input, tenantId, limit: input.limit + 1 })}`;

function ofAllTenants(ctx: Context, input: BrowseAllBuilds): SQL | undefined {
  return and(
    input.tenant ? eq(tenants.slug, input.tenant) : undefined,
    input.stuck ? isStuck(ctx.now()) : undefined,
    input.appId ? eq(builds.appId, input.appId) : undefined,
    inStatus(input.status),
    input.platform.length > 0 ? inArray(builds.platform, input.platform) : undefined,
    input.since ? gte(builds.createdAt, new Date(input.since)) : undefined,
    input.until ? lt(builds.createdAt, new Date(Date.parse(input.until) + DAY_MS)) : undefined,
    olderThan(input.cursor, builds.createdAt, builds.id),
  );
}

async function readPage(
  ctx: Context,
  { limit }: { limit: number },
  where: SQL | undefined,
): Promise<TenantBuildPage> {
  const rows = await read(ctx, (tx) =>
    tx
      .select({
        build: BUILD_COLUMNS,
        app: { id: apps.id, name: apps.name },
        tenant: { slug: tenants.slug, name: tenants.name },
      })
      .from(builds)
      .innerJoin(apps, eq(apps.id, builds.appId))
      .innerJoin(tenants, eq(tenants.id, builds.tenantId))
      .where(where)
      .orderBy(desc(builds.createdAt), desc(builds.id))
      .limit(limit + 1),
  );
  const { shown, nextCursor } = pageOf(rows, limit, ({ build }) => [build.createdAt, build.id]);
  return {
    builds: shown.map(({ build, app, tenant }) => ({ ...viewOfBuild(build), app, tenant })),
    nextCursor,
  };
}

/** Whoever asks for the few unfinished builds is led to them by their own index, however many others there are. */
function inStatus(statuses: BuildStatus[]): SQL | undefined {
  if (statuses.length === 0) return undefined;
  const areUnfinished = statuses.every((status) => status === "QUEUED" || status === "IN_PROGRESS");
  return and(inArray(builds.status, statuses), areUnfinished ? isNull(builds.finishedAt) : undefined);
}

const DAY_MS = 86_400_000;
