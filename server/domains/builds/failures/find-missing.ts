import { desc, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { buildFailures, builds } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { type BuildChange, buildChanges } from "@/server/events/build-changes.ts";
import { waitForIdle } from "@/server/queue/wait-for-idle.ts";
import type { BuildFailure } from "@/shared/build-log/find-failure.ts";
import { findFailureInLog, toFailure } from "@/shared/build-log/find-failure.ts";
import type { BuildEndReason } from "@/shared/vocabulary.ts";

/** Builds per transaction. Their logs may have a mebibyte each. */
const BATCH_SIZE = 20;
const IDLE_TIMEOUT_MS = 2_000;

/**
 * Job that finds the reasons of builds that failed under an older release, newest first. Each batch is a transaction, so an
 * interrupted run resumes with the next. Not audited: a reason is read from the error log, which does not change.
 */
export async function findMissingFailures(ctx: Context): Promise<void> {
  for (;;) {
    const { examined, changes } = await writeUnaudited(ctx, findBatch);
    for (const change of changes) buildChanges.announce(change);
    if (examined < BATCH_SIZE) return;
    await waitForIdle(IDLE_TIMEOUT_MS);
  }
}

async function findBatch(tx: Transaction): Promise<{ examined: number; changes: BuildChange[] }> {
  const pending = await tx
    .select({ buildId: buildFailures.buildId })
    .from(buildFailures)
    .where(eq(buildFailures.isPending, true))
    .orderBy(desc(buildFailures.buildId))
    .limit(BATCH_SIZE)
    .for("update", { skipLocked: true });
  const changes: BuildChange[] = [];
  for (const { buildId } of pending) {
    const [build] = await tx
      .select({
        tenantId: builds.tenantId,
        appId: builds.appId,
        errorLog: builds.errorLog,
        endReason: builds.endReason,
      })
      .from(builds)
      .where(eq(builds.id, buildId));
    const failure = build?.errorLog ? findFailure(build.errorLog, build.endReason) : null;
    if (build && failure) {
      await tx.update(builds).set({ failure }).where(eq(builds.id, buildId));
      changes.push({ tenantId: build.tenantId, appId: build.appId, buildId });
    }
    await tx
      .update(buildFailures)
      .set({
        fingerprint: sql`failure_fingerprint(${JSON.stringify(failure)}::jsonb, ${build?.endReason ?? null})`,
        isPending: false,
      })
      .where(eq(buildFailures.buildId, buildId));
  }
  return { examined: pending.length, changes };
}

/** The last line of a build that the platform or a person ended is its reason (`server/domains/builds/end.ts`). */
function findFailure(errorLog: string, endReason: BuildEndReason | null): BuildFailure | null {
  if (endReason === null) return findFailureInLog(errorLog);
  const lines = errorLog.split("\n");
  return toFailure(lines.at(-1) ?? "", lines.length);
}
