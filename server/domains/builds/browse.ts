import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { apps, builds, tenants } from "@/db/schema/index.ts";
import { requirePermission, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { queryAsTenant, read } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { BuildStatus } from "@/shared/vocabulary.ts";
import { browseBySource, hasSources } from "./browse-by-source.ts";
import {
  BUILD_COLUMNS,
  COMPACT_COLUMN_LIST,
  type CompactBuildRow,
  toBuildView,
  toCompactBuild,
} from "./build-row.ts";
import { countBuildsQuery, isStuck, newestBuilds } from "./filters.ts";
import type { BrowseAllBuilds, BrowseBuilds } from "./input.ts";

/**
 * Builds of all apps of the tenant, newest first, with their total number. Needs `BUILDS_READ`. One statement counts and
 * reads the page, so that the two agree.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function browseBuilds(ctx: TenantContext, input: BrowseBuilds) {
  requirePermission(ctx, "BUILDS_READ");
  if (hasSources(input)) return browseBySource(ctx, input);
  const rows = await queryAsTenant<BrowsedRow>(
    ctx,
    (tenantId) => sql`
      select counted.total, page.*
      from (${countBuildsQuery(tenantId, input)}) counted
      left join lateral (
        select ${sql.raw(COMPACT_COLUMN_LIST)}, apps.name as "appName"
        from ${newestBuilds({ ...input, tenantId, limit: input.limit + 1 })} newest
        join builds on builds.id = newest.id
        join apps on apps.id = builds.app_id
        order by builds.created_at desc, builds.id desc
      ) page on true`,
  );
  const found = rows.filter((row) => row.id !== null);
  const { shown, nextCursor } = pageOf(found, input.limit, (row) => [new Date(row.createdAt), row.id]);
  return {
    builds: shown.map((row) => ({ ...toCompactBuild(row), app: { id: row.appId, name: row.appName } })),
    nextCursor,
    total: rows[0]?.total ?? 0,
  };
}

/** A page without builds is one row whose columns are null but for `total`. */
interface BrowsedRow extends CompactBuildRow, Record<string, unknown> {
  total: number;
  appName: string;
}

/** Builds of all tenants, newest first. For Super Admins. */
export async function browseAllBuilds(ctx: Context, input: BrowseAllBuilds) {
  const admin = requireSuperAdmin(ctx);
  if (!input.tenant || input.stuck || input.endedLastDay)
    return readPage(admin, input, matchesFilters(admin, input));
  const { tenant: slug } = input;
  const [tenant] = await read(admin, (tx) =>
    tx.select({ id: tenants.id }).from(tenants).where(eq(tenants.slug, slug)),
  );
  if (!tenant) return { builds: [], nextCursor: null };
  const newest = newestBuilds({ ...input, tenantId: tenant.id, limit: input.limit + 1 });
  return readPage(admin, input, sql`${builds.id} in ${newest}`);
}

function matchesFilters(ctx: Context, input: BrowseAllBuilds): SQL | undefined {
  return and(
    input.tenant ? eq(tenants.slug, input.tenant) : undefined,
    input.stuck ? isStuck(ctx.now()) : undefined,
    input.endedLastDay ? gte(builds.finishedAt, new Date(ctx.now().getTime() - DAY_MS)) : undefined,
    input.appId ? eq(builds.appId, input.appId) : undefined,
    hasStatus(input.status),
    input.platform.length > 0 ? inArray(builds.platform, input.platform) : undefined,
    input.since ? gte(builds.createdAt, new Date(input.since)) : undefined,
    input.until ? lt(builds.createdAt, new Date(Date.parse(input.until) + DAY_MS)) : undefined,
    olderThan(input.cursor, builds.createdAt, builds.id),
  );
}

/** For unfinished statuses alone the redundant condition on `finished_at` makes the partial index usable. */
function hasStatus(statuses: BuildStatus[]): SQL | undefined {
  if (statuses.length === 0) return undefined;
  const areUnfinished = statuses.every((status) => status === "QUEUED" || status === "IN_PROGRESS");
  return and(inArray(builds.status, statuses), areUnfinished ? isNull(builds.finishedAt) : undefined);
}

async function readPage(ctx: Context, { limit }: { limit: number }, where: SQL | undefined) {
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
  const { shown, nextCursor } = pageOf(rows, limit, ({ build }) => [new Date(build.createdAt), build.id]);
  return {
    builds: shown.map(({ build, app, tenant }) => ({ ...toBuildView(build), app, tenant })),
    nextCursor,
  };
}
