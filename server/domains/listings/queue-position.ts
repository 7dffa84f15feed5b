import { sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { env } from "@/server/core/env/env.ts";
import { HOUR_MS } from "@/shared/time.ts";
import type { Listing } from "./listing-row.ts";
import type { TypicalWait } from "./policy.ts";
import type { ReviewOutlook } from "./view.ts";

/** Due time of a decision: a target by type, which slow reviews do not move. */
export const dueAt = ({ type, submittedAt }: Pick<Listing, "type" | "submittedAt">): Date =>
  new Date(submittedAt.getTime() + env().REVIEW_TARGET_HOURS[type] * HOUR_MS);

/** Decisions below which no typical wait is given. */
const MIN_DECISIONS = 10;

/** Result of `listing_queue_position` and `submit_listing` (`db/functions/submissions.sql`). */
export interface QueuePositionRow extends Record<string, unknown> {
  ahead: number;
  pending: number;
  decisions: number;
  wait_p50: number;
  wait_p90: number;
}

/**
 * Position of a pending listing in the queue of all tenants, by `listing_queue_position`
 * (`db/functions/submissions.sql`); null once it is decided.
 */
export async function findQueuePosition(
  tx: Reader,
  listing: Pick<Listing, "id" | "status" | "submittedAt">,
): Promise<ReviewOutlook | null> {
  if (listing.status !== "PENDING_APPROVAL") return null;
  const [row] = await tx.execute<QueuePositionRow>(
    sql`select * from listing_queue_position(${listing.submittedAt.toISOString()}::timestamptz, ${listing.id}::uuid)`,
  );
  return row ? toReviewOutlook(row) : null;
}

/**
 * Percentiles of the waiting times of the last 200 first decisions, which the trigger function
 * `update_moderation_statistics` keeps (`db/functions/moderation-statistics.sql`); null below `MIN_DECISIONS`.
 */
export async function findTypicalWait(tx: Reader): Promise<TypicalWait | null> {
  const [row] = await tx.execute<Pick<QueuePositionRow, "decisions" | "wait_p50" | "wait_p90">>(
    sql`select cardinality(waits) as decisions, wait_p50, wait_p90 from moderation_statistics`,
  );
  return row ? toTypicalWait(row) : null;
}

export const toReviewOutlook = (row: QueuePositionRow): ReviewOutlook => ({
  position: row.ahead + 1,
  pending: row.pending,
  typicalWaitSeconds: toTypicalWait(row),
});

function toTypicalWait(
  row: Pick<QueuePositionRow, "decisions" | "wait_p50" | "wait_p90">,
): TypicalWait | null {
  if (row.decisions < MIN_DECISIONS) return null;
  return { p50: Math.round(row.wait_p50), p90: Math.round(row.wait_p90) };
}
