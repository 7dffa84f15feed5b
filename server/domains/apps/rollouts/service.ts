import { and, desc, eq, inArray, type SQL } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { listings, memberships, rollouts, tenants, users } from "@/db/schema/index.ts";
import type { AuditAction } from "@/server/core/audit.ts";
import { requirePermission, requireSuperAdmin } from "@/server/core/authorize.ts";
import { type Context, type TenantContext, userIdOf } from "@/server/core/context.ts";
import { olderThan, pageOf } from "@/server/core/pagination.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import type { ControlRollout, ListRollouts, RolloutOfListing } from "./input.ts";
import { countBuilds } from "./measure.ts";
import { LAST_RING, nextRolloutState, RING_SHARES, type RolloutAction } from "./policy.ts";
import { type RolloutRow, rolloutEvent, rolloutSubject } from "./rollout-row.ts";
import { jobKeyOf } from "./start.ts";
import type { AnyRolloutView, DecidingBuilds, RolloutPage, RolloutView } from "./view.ts";

/** People whose builds a Super Admin sees. */
const MAX_DECIDING = 50;

/** Rollout of one of the tenant's versions; null without one. Any member may read it. */
export const findRollout = (
  ctx: TenantContext,
  { listingId }: RolloutOfListing,
): Promise<RolloutView | null> =>
  read(ctx, async (tx) => {
    const isOwn = and(eq(rollouts.listingId, listingId), eq(rollouts.tenantId, ctx.tenant.id));
    return hideModerator(tx, await findView(tx, isOwn));
  });

/**
 * Rollout of a version of any tenant, with the tenants whose builds count; null without one. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function findAnyRollout(
  ctx: Context,
  { listingId }: RolloutOfListing,
): Promise<AnyRolloutView | null> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const [row] = await selectRollouts(tx).where(eq(rollouts.listingId, listingId));
    return row ? { ...toView(row), decidedBy: await listDecidingBuilds(tx, row.rollout) } : null;
  });
}

/** Builds by which the rollout holds, or was held, since it was last resumed. */
async function listDecidingBuilds(tx: Reader, rollout: RolloutRow): Promise<DecidingBuilds[]> {
  const counted = await countBuilds(tx, rollout, { from: rollout.measuredFrom, until: rollout.heldAt });
  const most = counted
    .toSorted((one, other) => other.after.failed - one.after.failed || other.after.builds - one.after.builds)
    .slice(0, MAX_DECIDING);
  const made = await tx
    .select({ id: tenants.id, name: tenants.name, madeBy: users.name })
    .from(tenants)
    .leftJoin(users, eq(users.id, tenants.createdBy))
    .where(
      inArray(
        tenants.id,
        most.flatMap(({ tenantIds }) => tenantIds),
      ),
    )
    .orderBy(tenants.name, tenants.id);
  return most.map(({ person, tenantIds, before, after }) => {
    const own = made.filter(({ id }) => tenantIds.includes(id));
    return {
      person,
      madeBy: own[0]?.madeBy ?? null,
      tenants: own.map(({ id, name }) => ({ id, name })),
      before,
      after,
    };
  });
}

/** Rollouts of all tenants, newest first. For Super Admins. @throws AppError `PERMISSION_DENIED` */
export async function browseRollouts(ctx: Context, input: ListRollouts): Promise<RolloutPage> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const rows = await selectRollouts(tx)
      .where(
        and(
          input.state.length > 0 ? inArray(rollouts.state, input.state) : undefined,
          olderThan(input.cursor, rollouts.startedAt, rollouts.id),
        ),
      )
      .orderBy(desc(rollouts.startedAt), desc(rollouts.id))
      .limit(input.limit + 1);
    const { shown, nextCursor } = pageOf(rows, input.limit, ({ rollout }) => [rollout.startedAt, rollout.id]);
    return { rollouts: shown.map(toView), nextCursor };
  });
}

/**
 * Holds, resumes or rolls back the rollout of one of the tenant's versions. A job does the work on the installations. Needs
 * `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function controlRollout(ctx: TenantContext, input: ControlRollout): Promise<RolloutView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  await control(ctx, input, eq(rollouts.tenantId, ctx.tenant.id));
  const view = await findRollout(ctx, input);
  if (!view) throw notFound("rollout");
  return view;
}

/** The same for a version of any tenant. For Super Admins. @throws AppError as `controlRollout` */
export async function controlAnyRollout(ctx: Context, input: ControlRollout): Promise<RolloutView> {
  return control(requireSuperAdmin(ctx), input);
}

const AUDIT_ACTIONS: Record<RolloutAction, AuditAction> = {
  hold: "rollout.hold",
  resume: "rollout.resume",
  rollBack: "rollout.roll_back",
};

async function control(ctx: Context, input: ControlRollout, scope?: SQL): Promise<RolloutView> {
  const { listingId, action } = input;
  return mutate(ctx, AUDIT_ACTIONS[action], async (tx) => {
    const [before] = await tx
      .select()
      .from(rollouts)
      .where(and(eq(rollouts.listingId, listingId), scope))
      .for("update");
    if (!before) throw notFound("rollout");
    const state = nextRolloutState(before.state, action);
    if (!state) {
      throw invalidTransition("The rollout has changed. Reload to see its progress.");
    }
    const changes = { state, ...changesOf(ctx, before, input, scope ? "its publisher" : "a moderator") };
    await tx.update(rollouts).set(changes).where(eq(rollouts.id, before.id));
    await enqueue(tx, "advance_rollout", { rolloutId: before.id }, { jobKey: jobKeyOf(before.id) });
    const view = await findView(tx, eq(rollouts.id, before.id));
    if (!view) throw notFound("rollout");
    if (state === "HELD") {
      await recordEvent(tx, ctx, rolloutEvent("rollout.held", { ...before, ...changes }, view.version));
    }
    const reason = changes.holdReason ?? null;
    return {
      result: view,
      audit: { ...rolloutSubject(before), before: { state: before.state }, after: { state, reason } },
    };
  });
}

function changesOf(
  ctx: Context,
  before: RolloutRow,
  { action, reason }: ControlRollout,
  holder: string,
): Partial<RolloutRow> {
  const now = ctx.now();
  switch (action) {
    case "hold":
      return { heldAt: now, heldBy: userIdOf(ctx.actor), holdReason: reason ?? `Put on hold by ${holder}.` };
    case "resume": {
      // The rest of the interval at the time of the hold, so that a long hold does not open several rings at once.
      const restMs = before.heldAt ? before.nextRingAt.getTime() - before.heldAt.getTime() : 0;
      const nextRingAt = new Date(now.getTime() + Math.max(restMs, 0));
      return { heldAt: null, heldBy: null, holdReason: null, measuredFrom: now, nextRingAt };
    }
    case "rollBack":
      return {
        heldAt: before.heldAt ?? now,
        endedAt: now,
        settledAt: null,
        heldBy: userIdOf(ctx.actor),
        holdReason: reason ?? before.holdReason,
      };
  }
}

const selectRollouts = (tx: Reader) =>
  tx
    .select({
      rollout: rollouts,
      name: listings.name,
      version: listings.version,
      listingStatus: listings.status,
      publisher: { slug: tenants.slug, name: tenants.name },
      heldBy: users.name,
    })
    .from(rollouts)
    .innerJoin(listings, eq(listings.id, rollouts.listingId))
    .innerJoin(tenants, eq(tenants.id, rollouts.tenantId))
    .leftJoin(users, eq(users.id, rollouts.heldBy));

async function findView(tx: Reader, where: SQL | undefined): Promise<RolloutView | null> {
  const [row] = await selectRollouts(tx).where(where);
  return row ? toView(row) : null;
}

/** Rollout as its publisher sees it: moderators stay anonymous. */
async function hideModerator(tx: Reader, view: RolloutView | null): Promise<RolloutView | null> {
  if (!view?.hold?.by) return view;
  const [member] = await tx
    .select({ userId: memberships.userId })
    .from(rollouts)
    .innerJoin(
      memberships,
      and(eq(memberships.tenantId, rollouts.tenantId), eq(memberships.userId, rollouts.heldBy)),
    )
    .where(eq(rollouts.id, view.id));
  return member ? view : { ...view, hold: { ...view.hold, by: "a moderator" } };
}

type SelectedRollout = Awaited<ReturnType<typeof selectRollouts>>[number];

function toView({ rollout, heldBy, ...shown }: SelectedRollout): RolloutView {
  const { state, ring, heldAt, holdReason } = rollout;
  const isWaiting = state === "RUNNING" && ring < LAST_RING;
  return {
    ...shown,
    id: rollout.id,
    listingId: rollout.listingId,
    type: rollout.type,
    slug: rollout.slug,
    state,
    rings: RING_SHARES.map((share, index) => ({
      sharePercent: index === 0 ? null : share,
      isOpen: index < ring,
      updated: rollout.moved[index] ?? 0,
      remaining: rollout.remaining[index] ?? 0,
    })),
    startedAt: rollout.startedAt.toISOString(),
    nextRingAt: isWaiting ? rollout.nextRingAt.toISOString() : null,
    movedBack: rollout.movedBack,
    needConsent: rollout.needConsent,
    manual: rollout.manual,
    before: { builds: rollout.buildsBefore, failed: rollout.failedBefore },
    after: { builds: rollout.buildsAfter, failed: rollout.failedAfter },
    measuredAt: rollout.measuredAt?.toISOString() ?? null,
    hold: heldAt && holdReason ? { at: heldAt.toISOString(), reason: holdReason, by: heldBy } : null,
    endedAt: rollout.endedAt?.toISOString() ?? null,
    isSettling: rollout.endedAt !== null && rollout.settledAt === null,
  };
}
