/** How long a claim on a review holds without a sign of life, and how often the page of its holder gives one. */
export const CLAIM_MS = 180_000;
export const CLAIM_HEARTBEAT_MS = 45_000;

/** How many listings one act may decide. */
export const MOST_DECIDED_AT_ONCE = 100;
