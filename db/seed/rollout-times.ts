import type { ListingType } from "../../shared/vocabulary.ts";
import type { listings } from "../schema/index.ts";
import { HOUR, readJson, secondsAfter } from "./data.ts";
import { createRandom } from "./random.ts";

type Listing = typeof listings.$inferInsert;

export interface DemoRollout {
  id: string;
  type: ListingType;
  slug: string;
  /** Versions before and after. */
  from: string;
  to: string;
  /** Last open ring. */
  ring: number;
  isOnHold: boolean;
  startedAt: Date;
}

/** Time from the start of a rollout to its rings. */
export const RING_SECONDS = [0, HOUR, 6 * HOUR, 24 * HOUR];
const UNDO_SECONDS = 10;

/** Rollouts of the demo, which start when their approval can no longer be undone. */
export const readRollouts = (now: Date, all: readonly Listing[]): DemoRollout[] =>
  readJson<DemoRollout[]>("rollouts.json", now).map((rollout) => {
    const approved = all.find(({ slug, version }) => slug === rollout.slug && version === rollout.to);
    if (!approved?.decidedAt) throw new Error(`${rollout.slug} ${rollout.to} is not approved`);
    const startedAt = secondsAfter(approved.decidedAt, UNDO_SECONDS);
    return { ...rollout, startedAt, id: createRandom(`rollout of ${rollout.slug}`).uuid(startedAt) };
  });

export const ringOpensAt = ({ startedAt }: DemoRollout, ring: number): Date =>
  secondsAfter(startedAt, RING_SECONDS[ring - 1] ?? 0);

export function findRollout(
  rollouts: readonly DemoRollout[],
  { type, slug }: { type: ListingType; slug: string },
  version: string,
): DemoRollout {
  const found = rollouts.find((one) => one.type === type && one.slug === slug && one.to === version);
  if (!found) throw new Error(`the demo has no rollout of ${slug} ${version}`);
  return found;
}
