/** How long a claim on a review holds without a sign of life, and how often the page of its holder gives one. */
export const CLAIM_TTL_MS = 180_000;
export const CLAIM_HEARTBEAT_INTERVAL_MS = 45_000;

/** How many listings one act may decide. */
export const MAX_BULK_DECISIONS = 100;
