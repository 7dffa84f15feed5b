import type { ListingStatus } from "@/db/schema/vocabulary.ts";
import { canTransition } from "@/server/listings/policy.ts";
import type { DecideListing } from "@/server/moderation/input.ts";

export type Act = DecideListing["action"];

/** The words and the key of each act. `done` follows the listing's name. */
export const ACTS: Record<Act, { keys: string; label: string; done: string; isDestructive?: true }> = {
  approve: { keys: "a", label: "Approve", done: "is approved and on the marketplace" },
  reject: { keys: "r", label: "Reject", done: "is rejected", isDestructive: true },
  suspend: { keys: "s", label: "Take down", done: "is taken down", isDestructive: true },
  restore: { keys: "b", label: "Bring back", done: "is back on the marketplace" },
};

export const ALL_ACTS = Object.keys(ACTS) as Act[];

/** What can be decided in each state, the likelier first. */
export const actsIn = (status: ListingStatus): Act[] => ALL_ACTS.filter((act) => canTransition(status, act));
