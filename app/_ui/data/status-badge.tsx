import classes from "./status-badge.module.css";

export type BuildStatus = "QUEUED" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
export type ListingStatus = "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "SUSPENDED";
export type Tone = "idle" | "info" | "ok" | "warn" | "bad";

/** Label, tone and shape of a status. */
export type BadgeStyle = { label: string; tone: Tone; shape?: "ring" | "pulse" };

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

/** Colored dot with a label, for states other than those of builds and listings. */
export function Dot({ tone, shape, children }: { tone: Tone; shape?: "ring" | "pulse"; children: string }) {
  return (
    <span className={classes.badge}>
      <span className={classes.dot} data-tone={tone} data-shape={shape} aria-hidden="true" />
      {children}
    </span>
  );
}
