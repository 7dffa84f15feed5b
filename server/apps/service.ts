import { and, asc, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps, builds } from "@/db/schema/index.ts";
import { requirePermission } from "../authorize.ts";
import type { TenantContext } from "../context.ts";
import { AppError, notFound } from "../errors.ts";
import { read } from "../mutate.ts";
import { isUuid } from "../text.ts";
import type { AppSummary, AppView } from "./view.ts";

/** The tenant's apps by name, archived ones among them, each with its newest build. Needs `BUILDS_READ`. */
export async function listApps(ctx: TenantContext): Promise<AppSummary[]> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, async (tx) => {
    const newest = tx
      .select({ id: builds.id, number: builds.number, status: builds.status, createdAt: builds.createdAt })
      .from(builds)
      .where(eq(builds.appId, apps.id))
      .orderBy(sql`${builds.number} desc`)
      .limit(1)
      .as("newest");
    const rows = await tx
      .select({
        app: APP_COLUMNS,
        newest: { id: newest.id, number: newest.number, status: newest.status, createdAt: newest.createdAt },
      })
      .from(apps)
      .leftJoinLateral(newest, sql`true`)
      .where(eq(apps.tenantId, ctx.tenant.id))
      .orderBy(asc(apps.name), asc(apps.id));
    return rows.map(({ app, newest: build }) => ({
      ...viewOfApp(app),
      newestBuild: build && { ...build, createdAt: build.createdAt.toISOString() },
    }));
  });
}

/** One app of the tenant. Needs `BUILDS_READ`. @throws AppError `NOT_FOUND` */
export async function getApp(ctx: TenantContext, appId: string): Promise<AppView> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, (tx) => getAppInTenant(tx, ctx, appId));
}

/**
 * The app if it is the tenant's; another tenant's is as absent as none. A locked one nobody else changes, builds or
 * archives until the transaction ends.
 * @throws AppError `NOT_FOUND`
 */
export async function getAppInTenant(
  tx: Transaction,
  ctx: TenantContext,
  appId: string,
  { isLocked = false } = {},
): Promise<AppView> {
  if (!isUuid(appId)) throw notFound("app");
  const query = tx
    .select(APP_COLUMNS)
    .from(apps)
    .where(and(eq(apps.id, appId), eq(apps.tenantId, ctx.tenant.id)));
  const [app] = await (isLocked ? query.for("update") : query);
  if (!app) throw notFound("app");
  return viewOfApp(app);
}

/** The app, locked, unless it is archived. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` */
export async function lockAppInUse(tx: Transaction, ctx: TenantContext, appId: string): Promise<AppView> {
  const app = await getAppInTenant(tx, ctx, appId, { isLocked: true });
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

type AppRow = Omit<AppView, "createdAt" | "archivedAt"> & { createdAt: Date; archivedAt: Date | null };

export const viewOfApp = (row: AppRow): AppView => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  archivedAt: row.archivedAt?.toISOString() ?? null,
});

/** An app as the audit log names it. */
export const subjectOf = (ctx: TenantContext, id: string) => ({
  type: "app" as const,
  id,
  tenantId: ctx.tenant.id,
});
