import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps, stalledCondition } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { laterThan, pageOf } from "@/server/core/pagination.ts";
import { columnList, instantText, nullableInstantText } from "@/server/core/sql-search.ts";
import { queryAsTenant, read } from "@/server/core/transactions.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import { isoInstant } from "@/shared/text/text.ts";
import type { BuildStatus, Platform } from "@/shared/vocabulary.ts";
import type { ListApps } from "./input.ts";
import type { AppPage } from "./view.ts";

export interface AppView {
  id: string;
  slug: string;
  name: string;
  platforms: Platform[];
  /** Number of its newest build; 0 without builds. */
  lastBuildNumber: number;
  createdAt: string;
  archivedAt: string | null;
}

/** Columns of an app, for drizzle and as `APP_COLUMN_LIST` for raw statements. Instants are PostgreSQL's text. */
export const APP_COLUMNS = {
  id: apps.id,
  slug: apps.slug,
  name: apps.name,
  platforms: sql<Platform[]>`to_json(${apps.platforms})`,
  lastBuildNumber: apps.lastBuildNumber,
  createdAt: instantText(apps.createdAt),
  archivedAt: nullableInstantText(apps.archivedAt),
};

const APP_COLUMN_LIST = sql.raw(columnList(APP_COLUMNS));

/** Row of `APP_COLUMNS` to a view. */
export const toAppView = ({ id, slug, name, platforms, lastBuildNumber, ...row }: AppView): AppView => ({
  id,
  slug,
  name,
  platforms,
  lastBuildNumber,
  createdAt: isoInstant(row.createdAt),
  archivedAt: row.archivedAt && isoInstant(row.archivedAt),
});

/** Apps of the tenant by name, archived ones included, each with its newest build. Needs `BUILDS_READ`. */
export async function listApps(ctx: TenantContext) {
  requirePermission(ctx, "BUILDS_READ");
  const rows = await queryAsTenant<AppSummaryRow>(
    ctx,
    (tenantId) => sql`
      select ${APP_COLUMN_LIST}, newest.id as build_id, newest.number, newest.status, newest.stalled, newest.created_at as queued_at
      from apps
      left join lateral (
        select b.id, b.number, b.status, ${sql.raw(stalledCondition("b"))} as stalled, b.created_at from builds b where b.app_id = apps.id
        order by b.number desc limit 1
      ) newest on true
      where apps.tenant_id = ${tenantId}
      order by apps.name, apps.id`,
  );
  return rows.map((row) => ({
    ...toAppView(row),
    newestBuild: row.build_id
      ? {
          id: row.build_id,
          number: row.number,
          status: row.status,
          stalled: row.stalled,
          createdAt: isoInstant(row.queued_at),
        }
      : null,
  }));
}

type AppSummaryRow = Record<string, unknown> &
  AppView &
  (
    | { build_id: string; number: number; status: BuildStatus; stalled: boolean; queued_at: string }
    | { build_id: null }
  );

/** One page of the tenant's apps by name, without archived ones. Needs `BUILDS_READ`. */
export async function listAppsPage(ctx: TenantContext, { limit, cursor }: ListApps): Promise<AppPage> {
  requirePermission(ctx, "BUILDS_READ");
  const rows = await read(ctx, (tx) =>
    tx
      .select(APP_COLUMNS)
      .from(apps)
      .where(
        and(
          eq(apps.tenantId, ctx.tenant.id),
          isNull(apps.archivedAt),
          laterThan(cursor, sql`${apps.name}`, apps.id),
        ),
      )
      .orderBy(asc(apps.name), asc(apps.id))
      .limit(limit + 1),
  );
  const { shown, nextCursor } = pageOf(rows.map(toAppView), limit, ({ name, id }) => [name, id]);
  return {
    apps: shown.map(({ id, slug, name, platforms, createdAt }) => ({ id, slug, name, platforms, createdAt })),
    nextCursor,
  };
}

/** App of the tenant. Needs `BUILDS_READ`. @throws AppError `NOT_FOUND` */
export async function getApp(ctx: TenantContext, appId: string): Promise<AppView> {
  requirePermission(ctx, "BUILDS_READ");
  const [row] = await queryAsTenant<AppView & Record<string, unknown>>(
    ctx,
    (tenantId) =>
      sql`select ${APP_COLUMN_LIST} from apps where apps.tenant_id = ${tenantId} and apps.id = ${appId}`,
  );
  if (!row) throw notFound("app");
  return toAppView(row);
}

/** App of the tenant, locked for update. @throws AppError `NOT_FOUND` */
export async function lockApp(tx: Transaction, ctx: TenantContext, appId: string): Promise<AppView> {
  const [app] = await tx
    .select(APP_COLUMNS)
    .from(apps)
    .where(and(eq(apps.id, appId), eq(apps.tenantId, ctx.tenant.id)))
    .for("update");
  if (!app) throw notFound("app");
  return toAppView(app);
}

/** App of the tenant that is not archived, locked. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` */
export async function lockAppInUse(tx: Transaction, ctx: TenantContext, appId: string): Promise<AppView> {
  const app = await lockApp(tx, ctx, appId);
  if (!app.archivedAt) return app;
  throw invalidTransition(`${app.name} is archived. Restore it before building.`);
}

/** Next build number of the app. Its row stays locked until the transaction ends, so numbers have no gaps. */
export async function takeBuildNumber(tx: Transaction, tenantId: string, appId: string): Promise<number> {
  const [app] = await tx
    .update(apps)
    .set({ lastBuildNumber: sql`${apps.lastBuildNumber} + 1` })
    .where(and(eq(apps.id, appId), eq(apps.tenantId, tenantId)))
    .returning({ number: apps.lastBuildNumber });
  if (!app) throw notFound("app");
  return app.number;
}

export const appSubject = (ctx: TenantContext, id: string) => ({
  type: "app" as const,
  id,
  tenantId: ctx.tenant.id,
});
