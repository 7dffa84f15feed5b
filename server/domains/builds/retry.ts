import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import { requirePermission, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { mutate, runAfterCommit } from "@/server/core/transactions.ts";
import { lockAppInUse } from "@/server/domains/apps/service.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { invalidTransition } from "@/shared/errors.ts";
import { type LockedBuild, lockBuild } from "./end.ts";
import { requireAvailableInputs } from "./inputs/build-inputs.ts";
import { insertBuild } from "./service.ts";
import type { BuildView } from "./view.ts";

/**
 * Retries a failed build: queues a build of the same source and inputs, with its id in `retryOf`. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` for an archived app, or while another retry of it
 * is unfinished; `INPUT_UNAVAILABLE`
 */
export async function retryBuild(ctx: TenantContext, buildId: string): Promise<BuildView> {
  requirePermission(ctx, "BUILDS_CREATE");
  return mutate(ctx, "build.retry", async (tx) => {
    const failed = await lockBuild(tx, buildId, eq(builds.tenantId, ctx.tenant.id));
    await lockAppInUse(tx, ctx, failed.appId);
    await requireAvailableInputs(tx, failed.id);
    return queueRetry(tx, ctx, failed);
  });
}

/** Retries a failed build of any tenant. For Super Admins. @throws AppError as `retryBuild` */
export async function retryAnyBuild(ctx: Context, buildId: string): Promise<BuildView> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "build.retry", async (tx) => {
    const failed = await lockBuild(tx, buildId);
    await requireAvailableInputs(tx, failed.id);
    return queueRetry(tx, admin, failed);
  });
}

/** Queues a retry of a locked build; a change for `mutate`. @throws AppError `INVALID_TRANSITION` */
export async function queueRetry(tx: Transaction, ctx: Context, failed: LockedBuild) {
  if (failed.status !== "FAILED") {
    throw invalidTransition(`Only failed builds can be retried; this build is ${failed.status}.`);
  }
  const [unfinished] = await tx
    .select({ number: builds.number })
    .from(builds)
    .where(and(eq(builds.retryOf, failed.id), isNull(builds.finishedAt)));
  if (unfinished) {
    throw invalidTransition(`This build is already being retried as #${unfinished.number}.`);
  }
  const { tenantId, appId, platform, version, gitRef, gitCommit, commitMessage } = failed;
  const retryOf = failed.id;
  const source = { platform, version, gitRef, gitCommit, commitMessage };
  const retry = await insertBuild(tx, ctx, { tenantId, appId, ...source, retryOf });
  runAfterCommit(ctx, () => buildChanges.announce({ tenantId, appId, buildId: retry.id }));
  const after = { appId, number: retry.number, platform, version, retryOf };
  return { result: retry, audit: { type: "build" as const, id: retry.id, tenantId, after } };
}
