import { type BadgeStyle, Dot } from "@/app/_ui/data/values.tsx";
import type { BuildStatus, ListingStatus } from "@/shared/vocabulary.ts";

const BADGES: Record<BuildStatus | ListingStatus, BadgeStyle> = {
  QUEUED: { label: "Queued", tone: "idle", shape: "ring" },
  IN_PROGRESS: { label: "In progress", tone: "info", shape: "pulse" },
  COMPLETED: { label: "Completed", tone: "ok" },
  FAILED: { label: "Failed", tone: "bad" },
  PENDING_APPROVAL: { label: "Pending approval", tone: "info", shape: "ring" },
  APPROVED: { label: "Approved", tone: "ok" },
  REJECTED: { label: "Rejected", tone: "bad" },
  WITHDRAWN: { label: "Withdrawn", tone: "idle" },
  SUSPENDED: { label: "Suspended", tone: "warn" },
};

const STALLED_BADGE: BadgeStyle = { label: "Stalled", tone: "warn" };

/** Mark of a plugin version without an archive. */
export const NoCode = () => <Dot tone="warn">No code</Dot>;

type StatusBadgeProps = {
  status: BuildStatus | ListingStatus;
  /** A claimed build without a heartbeat; shown instead of the status. */
  isStalled?: boolean;
  /** No animation, in filters and histories. */
  isStatic?: boolean;
};

export function StatusBadge({ status, isStalled = false, isStatic = false }: StatusBadgeProps) {
  const { label, tone, shape } = isStalled ? STALLED_BADGE : BADGES[status];
  const isPlain = !shape || (isStatic && shape === "pulse");
  return (
    <Dot tone={tone} {...(!isPlain && { shape })}>
      {label}
    </Dot>
  );
}

/** Label of a status without its dot, for filters, sentences and notifications. */
export function describeStatus(status: BuildStatus | ListingStatus): string {
  return BADGES[status].label;
}
