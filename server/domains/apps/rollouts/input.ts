import { z } from "zod";
import { MAX_ROLLOUT_REASON_LENGTH } from "@/shared/bounds.ts";
import { pageCursor, reference, singleLineText } from "@/shared/text/text.ts";
import { ROLLOUT_STATES } from "@/shared/vocabulary.ts";
import { ROLLOUT_ACTIONS } from "./policy.ts";

export const RolloutOfListing = z.object({ listingId: reference() });
export type RolloutOfListing = z.output<typeof RolloutOfListing>;

export const ControlRollout = RolloutOfListing.extend({
  action: z.enum(ROLLOUT_ACTIONS),
  /** Shown to workspaces whose installations are put on hold. */
  reason: singleLineText(MAX_ROLLOUT_REASON_LENGTH).optional(),
});
export type ControlRollout = z.output<typeof ControlRollout>;

/** Rollouts in these states, all without one. */
export const ListRollouts = z.object({
  state: z.array(z.enum(ROLLOUT_STATES)).default([]),
  cursor: pageCursor().optional(),
  limit: z.number().int().min(1).max(100).default(25),
});
export type ListRollouts = z.output<typeof ListRollouts>;
