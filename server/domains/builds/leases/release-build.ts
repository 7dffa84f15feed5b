import { and, eq, sql } from "drizzle-orm";
import { builds } from "@/db/schema/index.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import {
  mutate,
  runAfterCommit,
  type TransactionContext,
  withTransaction,
} from "@/server/core/transactions.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { invalidTransition } from "@/shared/errors.ts";
import type { BuildEndReason } from "@/shared/vocabulary.ts";
import { endBuild, type LockedBuild, lockBuild } from "../end.ts";
import type { ReleaseBuild } from "../input.ts";
import { leaseMs } from "../records/service.ts";
import { queueRetry } from "../retry.ts";
import { isAutomaticRetry } from "./policy.ts";
import type { ReleaseReceipt } from "./view.ts";

/**
 * Releases a build that its worker cannot finish. A build without a report returns to the queue; a running one is failed
 * and retried.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` if the build is not claimed by the worker, or has ended
 */
export async function releaseBuild(
  ctx: Context,
  buildId: string,
  input: ReleaseBuild,
): Promise<ReleaseReceipt> {
  const { workerId } = input;
  const as: Context = { ...ctx, actor: { kind: "worker", workerId } };
  return withTransaction(as, async (joined) => {
    const build = await lockBuild(joined.open.tx, buildId);
    if (build.workerId !== workerId || !build.leaseUntil || build.finishedAt) {
      throw invalidTransition(
        `The build is not claimed by this worker or has finished; its status is ${build.status}.`,
      );
    }
    if (build.status === "QUEUED") {
      await requeue(joined, build);
      return { buildId, status: "QUEUED", retry: null };
    }
    const message = `worker ${workerId} was stopped before the build finished`;
    const retry = await abandonBuild(joined, build, "WORKER_STOPPED", message);
    return { buildId, status: "FAILED", retry };
  });
}

/**
 * Expires a build whose lease ended more than a lease duration ago: it is failed and retried. Concurrent calls expire it
 * once.
 */
export async function expireBuild(ctx: Context, buildId: string): Promise<void> {
  await withTransaction(ctx, async (joined) => {
    const expiredBefore = new Date(ctx.now().getTime() - leaseMs());
    const [build] = await joined.open.tx
      .select()
      .from(builds)
      .where(
        and(
          eq(builds.id, buildId),
          sql`${builds.finishedAt} is null and ${builds.leaseUntil} < ${expiredBefore.toISOString()}`,
        ),
      )
      .for("update", { skipLocked: true });
    if (!build) return;
    const message = `lost contact with worker ${build.workerId}`;
    await abandonBuild(joined, build, "WORKER_LOST", message);
  });
}

/** Fails a build and retries it, unless it is an automatic retry itself. */
async function abandonBuild(
  ctx: TransactionContext<Context>,
  build: LockedBuild,
  reason: BuildEndReason,
  message: string,
): Promise<string | null> {
  await mutate(ctx, "build.abandon", (tx) => endBuild(tx, ctx, build, reason, message));
  if (isAutomaticRetry(build)) return null;
  const system = { ...systemContext("dispatch", ctx.db), now: ctx.now, newId: ctx.newId, open: ctx.open };
  const retry = await mutate(system, "build.retry", (tx) =>
    queueRetry(tx, system, { ...build, status: "FAILED" }),
  );
  return retry.id;
}

async function requeue(ctx: TransactionContext<Context>, build: LockedBuild): Promise<void> {
  const { id, tenantId, appId, workerId } = build;
  await mutate(ctx, "build.release", async (tx) => {
    await tx
      .update(builds)
      .set({ workerId: null, claimId: null, leaseUntil: null, updatedAt: ctx.now() })
      .where(eq(builds.id, id));
    return { result: undefined, audit: { type: "build", id, tenantId, before: { workerId } } };
  });
  runAfterCommit(ctx, () => buildChanges.announce({ tenantId, appId, buildId: id }));
}
