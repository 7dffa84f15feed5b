import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings, rollouts, tenants } from "@/db/schema/index.ts";
import type { AuditSubject } from "@/server/core/audit.ts";
import type { DomainEvent } from "@/server/events/record-event.ts";

export type RolloutRow = typeof rollouts.$inferSelect;

export interface RolledOutVersion {
  listingId: string;
  version: string;
  versionKey: string;
  status: (typeof listings.$inferSelect)["status"];
  /** Approved, and its publisher is not suspended. */
  isAvailable: boolean;
  permissions: string[];
}

/**
 * Rollout with its version, both locked: the version and its publisher in share mode, against a decision or suspension whose
 * announcement would miss new updates; the rollout against other processes.
 */
export async function lockRollout(
  tx: Transaction,
  id: string,
): Promise<{ rollout: RolloutRow; version: RolledOutVersion } | undefined> {
  // The version first, as decisions lock it before they write a rollout.
  const [version] = await tx
    .select({
      listingId: listings.id,
      version: listings.version,
      versionKey: listings.versionKey,
      status: listings.status,
      isAvailable: sql<boolean>`${listings.status} = 'APPROVED' and ${tenants.suspendedAt} is null`,
      permissions: sql<string[]>`to_jsonb(requested_permissions(${listings}))`,
    })
    .from(listings)
    .innerJoin(tenants, eq(tenants.id, listings.tenantId))
    .where(eq(listings.id, sql`(select listing_id from rollouts where id = ${id})`))
    .for("share", { of: [listings, tenants] });
  const [rollout] = await tx.select().from(rollouts).where(eq(rollouts.id, id)).for("update");
  return version && rollout && { rollout, version };
}

export const rolloutSubject = ({
  id,
  tenantId,
}: RolloutRow): Pick<AuditSubject, "type" | "id" | "tenantId"> => ({
  type: "rollout",
  id,
  tenantId,
});

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Event of a rollout that was put on hold, or that completed. */
export const rolloutEvent = (
  type: "rollout.held" | "rollout.completed",
  row: RolloutRow,
  version: string,
): DomainEvent => ({
  type,
  tenantId: row.tenantId,
  subjectId: row.id,
  data: {
    rolloutId: row.id,
    listingId: row.listingId,
    type: row.type,
    slug: row.slug,
    version,
    state: row.state,
    reason: row.state === "HELD" ? row.holdReason : null,
    updated: sum(row.moved),
    remaining: sum(row.remaining),
    before: { builds: row.buildsBefore, failed: row.failedBefore },
    after: { builds: row.buildsAfter, failed: row.failedAfter },
  },
});
