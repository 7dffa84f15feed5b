/** Lifetime of a claim on a review, and the interval at which the open page renews it. */
export const CLAIM_TTL_MS = 180_000;
export const CLAIM_HEARTBEAT_INTERVAL_MS = 45_000;

export const MAX_BULK_DECISIONS = 100;

/** Time in which a decision can be undone; its notifications wait for the end of it. */
export const UNDO_TIMEOUT_MS = 10_000;
