import type { rollouts } from "../schema/index.ts";
import type { History } from "./history.ts";
import { type DemoRollout, ringOpensAt } from "./rollout-times.ts";

type Rollout = typeof rollouts.$inferInsert;

/** Audit rows and event of a rollout, as the services write them. */
export function recordRollout(demo: DemoRollout, rollout: Rollout, history: History): void {
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
