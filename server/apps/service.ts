import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps } from "@/db/schema/index.ts";
import type { BuildStatus, Platform } from "@/db/schema/vocabulary.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { queryAsTenant } from "../platform/mutate.ts";
import { isoInstant } from "../platform/text.ts";
import type { AppSummary, AppView } from "./view.ts";

/** The tenant's apps by name, archived ones among them, each with its newest build. Needs `BUILDS_READ`. */
export async function listApps(ctx: TenantContext): Promise<AppSummary[]> {
  requirePermission(ctx, "BUILDS_READ");
  const rows = await queryAsTenant<AppSummaryRow>(
    ctx,
    (tenantId) => sql`
      select ${APP_ROW}, newest.id as build_id, newest.number, newest.status, newest.created_at as queued_at
      from apps a
      left join lateral (
        select b.id, b.number, b.status, b.created_at from builds b where b.app_id = a.id
        order by b.number desc limit 1
      ) newest on true
      where a.tenant_id = ${tenantId}
      order by a.name, a.id`,
  );
  return rows.map((row) => ({
    ...viewOfRow(row),
    newestBuild: row.build_id
      ? { id: row.build_id, number: row.number, status: row.status, createdAt: isoInstant(row.queued_at) }
      : null,
  }));
}

/** One app of the tenant. Needs `BUILDS_READ`. @throws AppError `NOT_FOUND` */
export async function getApp(ctx: TenantContext, appId: string): Promise<AppView> {
  requirePermission(ctx, "BUILDS_READ");
  const [row] = await queryAsTenant<AppRow>(
    ctx,
    (tenantId) => sql`select ${APP_ROW} from apps a where a.tenant_id = ${tenantId} and a.id = ${appId}`,
  );
  if (!row) throw notFound("app");
  return viewOfRow(row);
}

/** The app if it is the tenant's, which nobody else changes, builds or archives until the transaction ends. @throws AppError `NOT_FOUND` */
export async function lockApp(tx: Transaction, ctx: TenantContext, appId: string): Promise<AppView> {
  const [app] = await tx
    .select(APP_COLUMNS)
    .from(apps)
    .where(and(eq(apps.id, appId), eq(apps.tenantId, ctx.tenant.id)))
    .for("update");
  if (!app) throw notFound("app");
  return viewOfApp(app);
}

/** The app, locked, unless it is archived. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` */
export async function lockAppInUse(tx: Transaction, ctx: TenantContext, appId: string): Promise<AppView> {
  const app = await lockApp(tx, ctx, appId);
  if (!app.archivedAt) return app;
  throw new AppError("INVALID_TRANSITION", `${app.name} is archived. Restore it to build it again.`);
}

/** Gives the app its next build number. The row stays locked until the transaction ends, so no number is lost. */
export async function takeBuildNumber(tx: Transaction, tenantId: string, appId: string): Promise<number> {
  const [app] = await tx
    .update(apps)
    .set({ lastBuildNumber: sql`${apps.lastBuildNumber} + 1` })
    .where(and(eq(apps.id, appId), eq(apps.tenantId, tenantId)))
    .returning({ number: apps.lastBuildNumber });
  if (!app) throw notFound("app");
  return app.number;
}

export const APP_COLUMNS = {
  id: apps.id,
  slug: apps.slug,
  name: apps.name,
  platforms: apps.platforms,
  lastBuildNumber: apps.lastBuildNumber,
  createdAt: apps.createdAt,
  archivedAt: apps.archivedAt,
};

type AppRecord = Omit<AppView, "createdAt" | "archivedAt"> & { createdAt: Date; archivedAt: Date | null };

export const viewOfApp = (row: AppRecord): AppView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});

/** The columns of `apps a` that make an `AppRow`. */
const APP_ROW =
  sql.raw(`a.id, a.slug, a.name, to_json(a.platforms) as platforms, a.last_build_number, a.created_at,
  a.archived_at`);

/** An app as a statement of our own reads it; PostgreSQL gives instants as its own text. */
interface AppRow extends Record<string, unknown> {
  id: string;
  slug: string;
  name: string;
  platforms: Platform[];
  last_build_number: number;
  created_at: string;
  archived_at: string | null;
}

type AppSummaryRow = AppRow &
  ({ build_id: string; number: number; status: BuildStatus; queued_at: string } | { build_id: null });

const viewOfRow = (row: AppRow): AppView => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  platforms: row.platforms,
  lastBuildNumber: row.last_build_number,
  createdAt: isoInstant(row.created_at),
  archivedAt: row.archived_at && isoInstant(row.archived_at),
});

/** An app as the audit log names it. */
export const subjectOf = (ctx: TenantContext, id: string) => ({
  type: "app" as const,
  id,
  tenantId: ctx.tenant.id,
});
