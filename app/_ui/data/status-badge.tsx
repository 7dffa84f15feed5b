import classes from "./status-badge.module.css";

export type BuildStatus = "QUEUED" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
export type ListingStatus = "PENDING_APPROVAL" | "APPROVED" | "REJECTED" | "WITHDRAWN" | "SUSPENDED";
export type Tone = "idle" | "info" | "ok" | "warn" | "bad";

type Look = { word: string; tone: Tone; shape?: "ring" | "pulse" };

const looks: Record<BuildStatus | ListingStatus, Look> = {
  QUEUED: { word: "Queued", tone: "idle", shape: "ring" },
  IN_PROGRESS: { word: "In progress", tone: "info", shape: "pulse" },
  COMPLETED: { word: "Completed", tone: "ok" },
  FAILED: { word: "Failed", tone: "bad" },
  PENDING_APPROVAL: { word: "Pending approval", tone: "info", shape: "ring" },
  APPROVED: { word: "Approved", tone: "ok" },
  REJECTED: { word: "Rejected", tone: "bad" },
  WITHDRAWN: { word: "Withdrawn", tone: "idle" },
  SUSPENDED: { word: "Suspended", tone: "warn" },
};

const stalledLook: Look = { word: "Stalled", tone: "warn" };

type StatusBadgeProps = {
  status: BuildStatus | ListingStatus;
  /** A claimed build whose worker has gone silent: said instead of the status. */
  isStalled?: boolean;
  /** In filters and histories nothing is going on, so nothing moves. */
  isStatic?: boolean;
};

export function StatusBadge({ status, isStalled = false, isStatic = false }: StatusBadgeProps) {
  const { word, tone, shape } = isStalled ? stalledLook : looks[status];
  const isPlain = !shape || (isStatic && shape === "pulse");
  return (
    <Dot tone={tone} {...(!isPlain && { shape })}>
      {word}
    </Dot>
  );
}

/** The word for a status where there is no room for a dot: filters, sentences, notifications. */
export function describeStatus(status: BuildStatus | ListingStatus): string {
  return looks[status].word;
}

/** A coloured dot and its word, for states that are not a build's or a listing's. */
export function Dot({ tone, shape, children }: { tone: Tone; shape?: "ring" | "pulse"; children: string }) {
  return (
    <span className={classes.badge}>
      <span className={classes.dot} data-tone={tone} data-shape={shape} aria-hidden="true" />
      {children}
    </span>
  );
}
