import type { builds, listings, rolloutMoves, rollouts, UpdateHold } from "../schema/index.ts";
import { byTime, DAY, secondsAfter } from "./data.ts";
import type { History } from "./history.ts";
import type { InstalledItem } from "./installations.ts";
import { type DemoRollout, RING_SECONDS, ringOpensAt } from "./rollout-times.ts";

type Build = typeof builds.$inferInsert & { createdAt: Date };
type Listing = typeof listings.$inferInsert;
type Rollout = typeof rollouts.$inferInsert;
type Move = typeof rolloutMoves.$inferInsert;

interface Sources {
  history: History;
  builds: readonly Build[];
  listings: readonly Listing[];
  installed: readonly InstalledItem[];
}

/** Builds of an app that count before and after its update, as in the rule of rollouts. */
const BUILDS_BEFORE = 20;
const BUILDS_AFTER = 5;

/** Rollouts with the installations that they updated; those that one on hold did not reach are on hold. */
export function planRollouts(now: Date, demo: readonly DemoRollout[], sources: Sources) {
  const planned = demo.map((one) => planRollout(now, one, sources));
  return {
    rollouts: planned.map(({ rollout }) => rollout),
    moves: planned.flatMap(({ moves }) => moves),
    installations: sources.installed.map(({ row }) => ({
      ...row,
      hold: planned.find(({ waitingIds }) => waitingIds.includes(row.id))?.hold ?? null,
    })),
  };
}

function planRollout(now: Date, demo: DemoRollout, sources: Sources) {
  const { id, type, slug, startedAt } = demo;
  const versionOf = (wanted: string) => {
    const found = sources.listings.find((one) => one.slug === slug && one.version === wanted);
    if (!found) throw new Error(`the demo has no ${slug} ${wanted}`);
    return found;
  };
  const [from, to] = [versionOf(demo.from), versionOf(demo.to)];
  const all = sources.installed.filter(({ row }) => row.type === type && row.slug === slug);
  const moved = all.flatMap(({ row, steps }) => {
    const { ring, at } = steps.at(-1) ?? {};
    return ring && at ? [{ row, ring, movedAt: at }] : [];
  });
  const others = all.filter(({ row }) => !moved.some((one) => one.row.id === row.id));
  const waiting = others.filter(({ row }) => row.updates !== "MANUAL");
  const counts = countBuilds(moved, sources.builds);
  const heldAt = demo.isOnHold ? secondsAfter(counts.lastFailureAt ?? now, 60) : null;
  const reason = heldAt && describeHold(counts);
  const hold: UpdateHold | null =
    heldAt && reason ? { version: demo.to, reason, since: heldAt.toISOString() } : null;
  const rollout: Rollout = {
    id,
    tenantId: to.tenantId,
    listingId: to.id,
    type,
    slug,
    state: demo.isOnHold ? "HELD" : "RUNNING",
    ring: demo.ring,
    startedAt,
    nextRingAt: ringOpensAt(demo, demo.ring + 1),
    moved: RING_SECONDS.map((_, index) => moved.filter(({ ring }) => ring === index + 1).length),
    remaining: RING_SECONDS.map((_, index) => (index === RING_SECONDS.length - 1 ? waiting.length : 0)),
    manual: others.length - waiting.length,
    buildsBefore: counts.before.length,
    failedBefore: countFailed(counts.before),
    buildsAfter: counts.after.length,
    failedAfter: countFailed(counts.after),
    failingApps: counts.failingApps,
    measuredAt: heldAt ?? now,
    measuredFrom: startedAt,
    heldAt,
    holdReason: reason,
  };
  recordRollout(demo, rollout, sources.history);
  return {
    rollout,
    hold,
    waitingIds: waiting.map(({ row }) => row.id),
    moves: moved.map(
      ({ row, ring, movedAt }): Move => ({
        rolloutId: id,
        installationId: row.id,
        tenantId: row.tenantId,
        appId: row.appId,
        fromListingId: from.id,
        ring,
        movedAt,
      }),
    ),
  };
}

function countBuilds(
  moved: readonly { row: InstalledItem["row"]; movedAt: Date }[],
  allBuilds: readonly Build[],
) {
  const before: Build[] = [];
  const after: Build[] = [];
  let failingApps = 0;
  for (const { row, movedAt } of moved) {
    const ended = allBuilds
      .filter((build) => build.appId === row.appId && build.finishedAt && !build.retryOf)
      .toSorted(byTime(({ createdAt }) => createdAt));
    const carrying = ended.filter(({ createdAt }) => createdAt >= movedAt).slice(0, BUILDS_AFTER);
    if (carrying.length === 0) continue;
    after.push(...carrying);
    const earliest = secondsAfter(movedAt, -30 * DAY);
    const earlier = ended.filter(({ createdAt }) => createdAt < movedAt && createdAt >= earliest);
    before.push(...earlier.slice(-BUILDS_BEFORE));
    if (countFailed(carrying) > 0) failingApps += 1;
  }
  const failures = after.flatMap(({ status, finishedAt }) => (status === "FAILED" ? (finishedAt ?? []) : []));
  const lastFailureAt = failures.toSorted(byTime((at) => at)).at(-1);
  return { before, after, failingApps, lastFailureAt };
}

const countFailed = (some: readonly Build[]): number =>
  some.filter(({ status }) => status === "FAILED").length;

/** Reason of a hold, in the words of the rollouts' service. */
function describeHold({ before, after, failingApps }: ReturnType<typeof countBuilds>): string {
  const rate = (some: readonly Build[]) => {
    const percent = some.length === 0 ? 0 : Math.round((countFailed(some) / some.length) * 100);
    return `${countFailed(some)} of ${some.length} builds failed (${percent}%)`;
  };
  return `${rate(after)} with this version, in ${failingApps} apps. Before the update, ${rate(before)}.`;
}

/** Audit rows and event of a rollout, as the services write them. */
function recordRollout(demo: DemoRollout, rollout: Rollout, history: History): void {
  const { id: rolloutId, tenantId, listingId, type, slug, state, holdReason, startedAt, heldAt } = rollout;
  const system = { actorKind: "system", actorId: "rollouts" } as const;
  const subject = { tenantId, ...system, subjectType: "rollout", subjectId: rolloutId };
  history.audit({
    ...subject,
    action: "rollout.start",
    after: { type, slug, version: demo.to },
    at: startedAt,
  });
  for (let ring = 1; ring <= demo.ring; ring += 1) {
    const change = { before: { ring: ring - 1 }, after: { ring } };
    history.audit({ ...subject, action: "rollout.advance", ...change, at: ringOpensAt(demo, ring) });
  }
  if (!heldAt) return;
  const after = { state, reason: holdReason };
  history.audit({ ...subject, action: "rollout.hold", before: { state: "RUNNING" }, after, at: heldAt });
  const total = (numbers: number[] = []) => numbers.reduce((sum, one) => sum + one, 0);
  history.emit({
    type: "rollout.held",
    tenantId,
    subjectId: rolloutId,
    data: {
      rolloutId,
      listingId,
      type,
      slug,
      version: demo.to,
      state,
      reason: holdReason,
      updated: total(rollout.moved),
      remaining: total(rollout.remaining),
      before: { builds: rollout.buildsBefore, failed: rollout.failedBefore },
      after: { builds: rollout.buildsAfter, failed: rollout.failedAfter },
    },
    occurredAt: heldAt,
  });
}
