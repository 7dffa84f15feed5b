import { REJECTION_REASONS } from "@/server/moderation/input.ts";

/** The words for a typed reason; one that the list no longer has is shown as it is stored. */
export function describeReason(reason: string): { label: string; help: string | null } {
  return Object.hasOwn(REJECTION_REASONS, reason)
    ? REJECTION_REASONS[reason as keyof typeof REJECTION_REASONS]
    : { label: reason, help: null };
}
