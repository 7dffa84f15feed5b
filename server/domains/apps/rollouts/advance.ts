import { and, eq, isNull, lte, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { rollouts } from "@/db/schema/index.ts";
import { type AuditAction, recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { enqueueEach } from "@/server/queue/enqueue.ts";
import type { RolloutState } from "@/shared/vocabulary.ts";
import { holdReason, measure } from "./measure.ts";
import { holdBatch, moveBackBatch, moveBatch, releaseBatch } from "./move.ts";
import { LAST_RING, ringIntervalMs, shouldHold } from "./policy.ts";
import {
  lockRollout,
  type RolledOutVersion,
  type RolloutRow,
  rolloutEvent,
  rolloutSubject,
  sum,
} from "./rollout-row.ts";
import { jobKeyOf } from "./start.ts";

/** Statement timeout of a step: a rollout counts the builds of up to ten thousand apps. */
const STEP_TIMEOUT_MS = 30_000;
const MAX_QUEUED_ROLLOUTS = 1_000;

/** Queues a job for each rollout that has begun and is not settled. A job runs this every minute. */
export async function queueRollouts(ctx: Context): Promise<void> {
  await writeUnaudited(ctx, async (tx) => {
    const rows = await tx
      .select({ id: rollouts.id })
      .from(rollouts)
      .where(and(isNull(rollouts.settledAt), lte(rollouts.startedAt, ctx.now())))
      // Rollouts on hold may stay so: they must not keep others from the queue.
      .orderBy(sql`${rollouts.state} = 'HELD'`, rollouts.startedAt)
      .limit(MAX_QUEUED_ROLLOUTS);
    const jobs = rows.map(({ id }) => ({ payload: { rolloutId: id }, jobKey: jobKeyOf(id) }));
    await enqueueEach(tx, "advance_rollout", jobs);
  });
}

/**
 * Advances a rollout as far as time and builds allow. Each step is one transaction: it locks the rollout, decides, and
 * writes one batch with audit rows and events. So each step takes effect once, and a dying process leaves whole steps.
 */
export async function advanceRollout(ctx: Context, rolloutId: string): Promise<void> {
  while (await writeUnaudited(ctx, (tx) => runStep(tx, ctx, rolloutId))) {
    // One transaction per step.
  }
}

/** @returns true if another step may follow at once */
async function runStep(tx: Transaction, ctx: Context, rolloutId: string): Promise<boolean> {
  await tx.execute(sql`set local statement_timeout = ${sql.raw(String(STEP_TIMEOUT_MS))}`);
  const locked = await lockRollout(tx, rolloutId);
  if (!locked || locked.rollout.settledAt) return false;
  const { rollout, version } = locked;
  // Until then, the undo of the approval discards the rollout as if it had never been.
  if (ctx.now() < rollout.startedAt) return false;
  switch (rollout.state) {
    case "RUNNING":
      return run(tx, ctx, rollout, version);
    case "HELD":
      return (await holdBatch(tx, ctx, locked)) > 0 || refresh(tx, ctx, rollout, version);
    case "ROLLED_BACK":
      if ((await moveBackBatch(tx, ctx, locked)) > 0 || (await holdBatch(tx, ctx, locked)) > 0) return true;
      return settle(tx, ctx, rollout, version);
    case "COMPLETED":
    case "SUPERSEDED":
    case "STOPPED":
      return (await releaseBatch(tx, ctx, locked)) > 0 || settle(tx, ctx, rollout, version);
  }
}

async function run(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  version: RolledOutVersion,
): Promise<boolean> {
  const end = (state: RolloutState, action: AuditAction) =>
    changeRollout(tx, ctx, rollout, { action, changes: { state, endedAt: ctx.now() } });
  if (version.status === "WITHDRAWN") return end("STOPPED", "rollout.stop");
  if (!version.isAvailable) return false;
  if (await isSuperseded(tx, ctx, rollout, version)) return end("SUPERSEDED", "rollout.supersede");
  if (rollout.ring === 0) return openNextRing(tx, ctx, rollout);
  if ((await releaseBatch(tx, ctx, { rollout, version })) > 0) return true;
  if ((await moveBatch(tx, ctx, { rollout, version })) > 0) return true;
  const { rollout: measured, people } = await measure(tx, ctx, rollout, version);
  if (shouldHold(people)) return holdForFailures(tx, ctx, measured, version, holdReason(people));
  // Rows that another transaction has locked are reached by the next run.
  if (sum(measured.remaining.slice(0, measured.ring)) > 0) return false;
  if (measured.ring === LAST_RING) return complete(tx, ctx, measured, version);
  return ctx.now() >= measured.nextRingAt && openNextRing(tx, ctx, measured);
}

function openNextRing(tx: Transaction, ctx: Context, rollout: RolloutRow): Promise<true> {
  const ring = rollout.ring + 1;
  const opensAt = Math.max(ctx.now().getTime(), rollout.nextRingAt.getTime());
  const nextRingAt =
    ring === LAST_RING
      ? rollout.nextRingAt
      : new Date(opensAt + ringIntervalMs(ring, env().ROLLOUT_RING_MINUTES));
  return changeRollout(tx, ctx, rollout, { action: "rollout.advance", changes: { ring, nextRingAt } });
}

async function holdForFailures(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  { version }: RolledOutVersion,
  reason: string,
): Promise<true> {
  const changes = { state: "HELD", heldAt: ctx.now(), heldBy: null, holdReason: reason } as const;
  await recordEvent(tx, ctx, rolloutEvent("rollout.held", { ...rollout, ...changes }, version));
  return changeRollout(tx, ctx, rollout, { action: "rollout.hold", changes, reason });
}

async function complete(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  { version }: RolledOutVersion,
): Promise<true> {
  const changes = { state: "COMPLETED", endedAt: ctx.now() } as const;
  // Without an installation to update it is no news.
  if (sum(rollout.moved) > 0)
    await recordEvent(tx, ctx, rolloutEvent("rollout.completed", { ...rollout, ...changes }, version));
  return changeRollout(tx, ctx, rollout, { action: "rollout.complete", changes });
}

interface RolloutChange {
  action: AuditAction;
  changes: Partial<RolloutRow>;
  reason?: string;
}

/** Writes a change of state or ring with its audit row. @returns true, as another step may follow */
async function changeRollout(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  { action, changes, reason }: RolloutChange,
): Promise<true> {
  await tx.update(rollouts).set(changes).where(eq(rollouts.id, rollout.id));
  const audited = ({ state, ring }: Partial<RolloutRow>) => (changes.state ? { state } : { ring });
  await recordAudit(tx, ctx, action, {
    ...rolloutSubject(rollout),
    before: audited(rollout),
    after: { ...audited(changes), ...(reason !== undefined && { reason }) },
  });
  return true;
}

/** Figures of a rollout on hold. @returns false, as no step follows */
async function refresh(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  version: RolledOutVersion,
): Promise<false> {
  await measure(tx, ctx, rollout, version);
  return false;
}

async function settle(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  version: RolledOutVersion,
): Promise<false> {
  await measure(tx, ctx, rollout, version);
  await tx.update(rollouts).set({ settledAt: ctx.now() }).where(eq(rollouts.id, rollout.id));
  return false;
}

/**
 * Check for a later version that reaches every installation that this one may reach: a patch of this one, without a
 * permission that this one does not request.
 */
async function isSuperseded(
  tx: Transaction,
  ctx: Context,
  { type, slug }: RolloutRow,
  { versionKey, permissions }: RolledOutVersion,
): Promise<boolean> {
  const [later] = await tx.execute(sql`
    select from listings l join rollouts r on r.listing_id = l.id
    where l.type = ${type} and l.slug = ${slug} and l.status = 'APPROVED' and r.state = 'RUNNING'
      and r.started_at <= ${ctx.now().toISOString()}::timestamptz and allows_step('PATCH', ${versionKey}::text, l.version_key)
      and array(select jsonb_array_elements_text(${JSON.stringify(permissions)}::jsonb)) @> requested_permissions(l)
    limit 1`);
  return later !== undefined;
}
