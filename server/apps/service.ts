import { and, asc, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps, builds } from "@/db/schema/index.ts";
import { requirePermission } from "../authorize.ts";
import type { TenantContext } from "../context.ts";
import { notFound } from "../errors.ts";
import { read } from "../mutate.ts";
import { isUuid } from "../text.ts";
import type { AppSummary, AppView } from "./view.ts";

/** The tenant's apps by name, each with its newest build. Needs `BUILDS_READ`. */
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
      ...app,
      newestBuild: build && { ...build, createdAt: build.createdAt.toISOString() },
    }));
  });
}

/** One app of the tenant. Needs `BUILDS_READ`. @throws AppError `NOT_FOUND` */
export async function getApp(ctx: TenantContext, appId: string): Promise<AppView> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, (tx) => getAppInTenant(tx, ctx, appId));
}

/** The app if it is the tenant's; another tenant's is as absent as none. @throws AppError `NOT_FOUND` */
export async function getAppInTenant(tx: Transaction, ctx: TenantContext, appId: string): Promise<AppView> {
  const [app] = isUuid(appId)
    ? await tx
        .select(APP_COLUMNS)
        .from(apps)
        .where(and(eq(apps.id, appId), eq(apps.tenantId, ctx.tenant.id)))
    : [];
  if (!app) throw notFound("app");
  return app;
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

const APP_COLUMNS = { id: apps.id, slug: apps.slug, name: apps.name, platforms: apps.platforms };
