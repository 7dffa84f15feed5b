import { eq } from "drizzle-orm";
import { apps } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { mutate, runAfterCommit } from "@/server/core/transactions.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { invalidTransition } from "@/shared/errors.ts";
import { removeInstallationsOfApp } from "../installations/service.ts";
import { appSubject, lockApp } from "../service.ts";

/**
 * Deletes an app without builds, uninstalls what is installed in it, and frees its slug. Callbacks and audit rows refer to
 * builds, so an app with builds can only be archived. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` if it has builds
 */
export async function deleteApp(ctx: TenantContext, appId: string): Promise<void> {
  requirePermission(ctx, "BUILDS_CREATE");
  await mutate(ctx, "app.delete", async (tx, joined) => {
    const app = await lockApp(tx, ctx, appId);
    if (app.lastBuildNumber > 0) {
      throw invalidTransition("The app has builds. Archive it instead.");
    }
    await removeInstallationsOfApp(tx, joined, app.id);
    await tx.delete(apps).where(eq(apps.id, app.id));
    const { name, slug, platforms } = app;
    return { result: undefined, audit: { ...appSubject(ctx, app.id), before: { name, slug, platforms } } };
  });
  runAfterCommit(ctx, () => buildChanges.announce({ tenantId: ctx.tenant.id, appId, buildId: null }));
}
