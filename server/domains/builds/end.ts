import { and, eq, type SQL } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import { requirePermission, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { mutate, runAfterCommit } from "@/server/core/transactions.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { buildFailed } from "@/shared/build-events.ts";
import { toFailure } from "@/shared/build-log/find-failure.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import type { BuildEndReason } from "@/shared/vocabulary.ts";
import { BUILD_COLUMNS, toBuildView } from "./build-row.ts";
import type { FailBuild } from "./input.ts";
import type { BuildView } from "./view.ts";

/**
 * Cancels a queued or running build: it is `FAILED` at once, with the reason "cancelled". Its worker learns of it from its
 * next heartbeat and stops. Needs `BUILDS_CREATE`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function cancelBuild(ctx: TenantContext, buildId: string): Promise<BuildView> {
  requirePermission(ctx, "BUILDS_CREATE");
  return mutate(ctx, "build.cancel", async (tx) => {
    const build = await lockBuild(tx, buildId, eq(builds.tenantId, ctx.tenant.id));
    return endBuild(tx, ctx, build, "CANCELLED", "cancelled");
  });
}

/**
 * Fails a stuck build with a reason. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function failBuild(ctx: Context, { buildId, reason }: FailBuild): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "build.fail", async (tx) => {
    const build = await lockBuild(tx, buildId);
    return endBuild(tx, admin, build, "BY_HAND", `ended by a Super Admin: ${reason}`);
  });
}

export type LockedBuild = typeof builds.$inferSelect;

/** Build, locked for update. @throws AppError `NOT_FOUND` */
export async function lockBuild(tx: Transaction, buildId: string, scope?: SQL): Promise<LockedBuild> {
  const [build] = await tx
    .select()
    .from(builds)
    .where(and(eq(builds.id, buildId), scope))
    .for("update");
  if (!build) throw notFound("build");
  return build;
}

/**
 * Fails a locked build; a change for `mutate`. `message` becomes the last line of its error log, and the reason.
 * @throws AppError `INVALID_TRANSITION` if it has ended
 */
export async function endBuild(
  tx: Transaction,
  ctx: Context,
  build: LockedBuild,
  endReason: BuildEndReason,
  message: string,
) {
  if (build.finishedAt) {
    throw invalidTransition(`The build has already finished with status ${build.status}.`);
  }
  const now = ctx.now();
  const errorLog = build.errorLog ? `${build.errorLog.replace(/\n$/, "")}\n${message}` : message;
  const failure = toFailure(message, errorLog.split("\n").length);
  await recordEvent(tx, ctx, buildFailed(build, errorLog, failure));
  const [row] = await tx
    .update(builds)
    .set({
      status: "FAILED",
      endReason,
      errorLog,
      failure,
      cancelRequestedAt: endReason === "CANCELLED" ? now : null,
      finishedAt: now,
      updatedAt: now,
    })
    .where(eq(builds.id, build.id))
    .returning(BUILD_COLUMNS);
  if (!row) throw new Error("the build was not updated");
  const { id: buildId, tenantId, appId } = build;
  runAfterCommit(ctx, () => buildChanges.announce({ tenantId, appId, buildId }));
  const [before, after] = [{ status: build.status }, { status: "FAILED", reason: message }];
  return {
    result: toBuildView(row),
    audit: { type: "build" as const, id: buildId, tenantId, before, after },
  };
}
