import { eq } from "drizzle-orm";
import { apps } from "@/db/schema/index.ts";
import type { AuditAction } from "@/server/core/audit.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { invalidTransition } from "@/shared/errors.ts";
import type { EditApp } from "./input.ts";
import { type AppView, appSubject, lockApp } from "./service.ts";

/**
 * Changes the name and platforms of an app. Builds of a removed platform stay. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function editApp(ctx: TenantContext, input: EditApp): Promise<AppView> {
  const { appId, name, platforms } = input;
  return changeApp(ctx, "app.edit", appId, () => ({ name, platforms }));
}

/**
 * Archives an app: no new builds can be queued; existing ones stay and unfinished ones continue. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` if it is archived
 */
export async function archiveApp(ctx: TenantContext, appId: string): Promise<AppView> {
  return changeApp(ctx, "app.archive", appId, (app) => {
    if (app.archivedAt) throw invalidTransition("The app is already archived.");
    return { archivedAt: ctx.now() };
  });
}

/**
 * Restores an archived app. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` if it is not archived
 */
export async function restoreApp(ctx: TenantContext, appId: string): Promise<AppView> {
  return changeApp(ctx, "app.restore", appId, (app) => {
    if (!app.archivedAt) throw invalidTransition("The app is not archived.");
    return { archivedAt: null };
  });
}

/** Applies `change` to a locked app, and audits the fields that it returns. */
async function changeApp(
  ctx: TenantContext,
  action: AuditAction,
  appId: string,
  change: (app: AppView) => Partial<Pick<AppView, "name" | "platforms">> & { archivedAt?: Date | null },
): Promise<AppView> {
  requirePermission(ctx, "BUILDS_CREATE");
  return mutate(ctx, action, async (tx) => {
    const app = await lockApp(tx, ctx, appId);
    const changed = change(app);
    await tx.update(apps).set(changed).where(eq(apps.id, app.id));
    const after =
      "archivedAt" in changed ? { archivedAt: changed.archivedAt?.toISOString() ?? null } : changed;
    const before = Object.fromEntries(
      Object.keys(after).map((field) => [field, app[field as keyof AppView]]),
    );
    return {
      result: { ...app, ...after } as AppView,
      audit: { ...appSubject(ctx, app.id), before, after },
    };
  });
}
