import { eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings, rollouts, tenants } from "@/db/schema/index.ts";
import type { AuditSubject } from "@/server/core/audit.ts";
import type { DomainEvent } from "@/server/events/record-event.ts";
import { LAST_RING, RING_SHARES } from "./policy.ts";

export type RolloutRow = typeof rollouts.$inferSelect;

/** Version that a rollout distributes. */
export interface RolledOutVersion {
  listingId: string;
  version: string;
  versionKey: string;
  status: (typeof listings.$inferSelect)["status"];
  /** Approved, and its publisher is not suspended. */
  isAvailable: boolean;
  /** Permissions that it requests. */
  permissions: string[];
}

/**
 * Rollout with its version, both locked: the version and its publisher in share mode against a decision and a suspension,
 * whose announcement would miss what is updated meanwhile; the rollout against other processes.
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

/** Ring of an installation's tenant, from 1. */
export function ringOf(installation: SQL, { tenantId, type, slug }: RolloutRow): SQL {
  const bucket = sql`('x' || left(md5(${installation}.tenant_id || ' ' || ${type}::text || ' ' || ${slug}::text), 8))::bit(32)::bigint % 100`;
  const shares = RING_SHARES.slice(1, -1).map(
    (share, index) => sql` when ${bucket} < ${sql.raw(String(share))} then ${sql.raw(String(index + 2))}`,
  );
  return sql`case when ${installation}.tenant_id = ${tenantId}::uuid then 1${sql.join(shares)} else ${sql.raw(String(LAST_RING))} end`;
}

/**
 * Condition of an installation `i` of a version `l` below the rollout's, with the same major number. It is the widest step
 * that a policy allows.
 */
export const isBelow = ({ type, slug }: RolloutRow, { versionKey }: RolledOutVersion): SQL => sql`
  i.type = ${type} and i.slug = ${slug} and l.version_key < ${versionKey}::text collate "C"
  and split_part(l.version_key, '.', 1) = split_part(${versionKey}::text, '.', 1)`;

/** Condition of an installation whose update policy allows the step to the rollout's version. */
export const isAllowed = ({ versionKey }: RolledOutVersion): SQL => sql`
  (i.updates = 'MINOR' or i.updates = 'PATCH'
    and split_part(l.version_key, '.', 2) = split_part(${versionKey}::text, '.', 2))`;

/** Condition of an installation that consented to all permissions of the rollout's version. */
export const hasConsent = ({ permissions }: RolledOutVersion): SQL =>
  sql`i.accepted_permissions @> array(select jsonb_array_elements_text(${JSON.stringify(permissions)}::jsonb))`;

/** Condition of an installation that the rollout has not updated before. */
export const isUnmoved = ({ id }: RolloutRow): SQL => sql`
  not exists (select from rollout_moves m where m.rollout_id = ${id} and m.installation_id = i.id)`;

/** Condition of an installation that the rollout may update, whatever its ring. */
export const isEligible = (rollout: RolloutRow, version: RolledOutVersion): SQL =>
  sql`${isBelow(rollout, version)} and ${isAllowed(version)} and ${hasConsent(version)} and ${isUnmoved(rollout)}`;

export const rolloutSubject = ({
  id,
  tenantId,
}: RolloutRow): Pick<AuditSubject, "type" | "id" | "tenantId"> => ({
  type: "rollout",
  id,
  tenantId,
});

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** Event of a rollout that was held, or that completed. */
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
