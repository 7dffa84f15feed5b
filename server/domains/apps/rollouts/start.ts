import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { type listings, rollouts } from "@/db/schema/index.ts";
import { recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { lacksCode } from "@/server/domains/items/archives/policy.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { rolloutSubject } from "./rollout-row.ts";

type ListingRow = typeof listings.$inferSelect;

export const jobKeyOf = (rolloutId: string): string => `advance-rollout-${rolloutId}`;

/**
 * Starts the rollout of a version that is approved, in the caller's transaction. Without one for a pre-release, and for the
 * first version of a series, to which no update policy leads, and for a version without code, which is not installed.
 * @param startsAt end of the time in which the approval can be undone
 */
export async function startRollout(
  tx: Transaction,
  ctx: Context,
  listing: ListingRow,
  startsAt: Date,
): Promise<void> {
  if (lacksCode(listing)) return;
  const { id: listingId, tenantId, type, slug, version, versionKey } = listing;
  const [earlier] = await tx.execute(sql`
    select from listings l
    where l.type = ${type} and l.slug = ${slug} and l.status in ('APPROVED', 'SUSPENDED', 'WITHDRAWN')
      and allows_step('MINOR', l.version_key, ${versionKey}::text)
    limit 1`);
  if (!earlier) return;
  const [row] = await tx
    .insert(rollouts)
    .values({
      id: ctx.newId(),
      tenantId,
      listingId,
      type,
      slug,
      startedAt: startsAt,
      nextRingAt: startsAt,
      measuredFrom: startsAt,
    })
    .onConflictDoNothing()
    .returning();
  if (!row) return;
  await recordAudit(tx, ctx, "rollout.start", { ...rolloutSubject(row), after: { type, slug, version } });
  await enqueue(tx, "advance_rollout", { rolloutId: row.id }, { jobKey: jobKeyOf(row.id), runAt: startsAt });
}

/** Discards the rollout of a version whose approval is undone, unless it has begun. */
export async function discardRollout(tx: Transaction, ctx: Context, listingId: string): Promise<void> {
  const [row] = await tx
    .delete(rollouts)
    .where(and(eq(rollouts.listingId, listingId), eq(rollouts.ring, 0)))
    .returning();
  if (row) await recordAudit(tx, ctx, "rollout.discard", rolloutSubject(row));
}
