import type { ListingStatus } from "@/db/schema/vocabulary.ts";

/** What a Super Admin or a publisher may do to a listing. */
export const LISTING_ACTIONS = ["approve", "reject", "suspend", "restore", "withdraw"] as const;
export type ListingAction = (typeof LISTING_ACTIONS)[number];

const NEXT: Record<ListingAction, Partial<Record<ListingStatus, ListingStatus>>> = {
  approve: { PENDING_APPROVAL: "APPROVED" },
  reject: { PENDING_APPROVAL: "REJECTED" },
  suspend: { APPROVED: "SUSPENDED" },
  restore: { SUSPENDED: "APPROVED" },
  withdraw: { PENDING_APPROVAL: "WITHDRAWN", APPROVED: "WITHDRAWN", SUSPENDED: "WITHDRAWN" },
};

/** The state that an action leads to, or null where the present state forbids it. */
export function nextStatus(status: ListingStatus, action: ListingAction): ListingStatus | null {
  return NEXT[action][status] ?? null;
}

/** Whether the action is open in this state. */
export const canTransition = (status: ListingStatus, action: ListingAction): boolean =>
  nextStatus(status, action) !== null;
