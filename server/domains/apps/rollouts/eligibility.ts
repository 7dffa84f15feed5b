import { type SQL, sql } from "drizzle-orm";
import { deriveKey } from "@/server/core/encryption.ts";
import { LAST_RING, RING_SHARES } from "./policy.ts";
import type { RolledOutVersion, RolloutRow } from "./rollout-row.ts";

/**
 * Eligibility of installations for the version of a rollout, as conditions on an installation `i` of a version `l`. The rule
 * itself, which step a policy allows and which permission stops it, is in the database (`db/functions/update-rule.sql`).
 */

/** Condition of an installation that the rollout may update, whatever its ring. */
export const isEligible = (rollout: RolloutRow, version: RolledOutVersion): SQL =>
  sql`${isInReach(rollout, version)} and ${mayUpdate(version)} and ${isUnmoved(rollout)}`;

/** Condition of an installation of the item that the widest update policy would update to the rollout's version. */
export const isInReach = ({ type, slug }: RolloutRow, { versionKey }: RolledOutVersion): SQL =>
  sql`i.type = ${type} and i.slug = ${slug} and allows_step('MINOR', l.version_key, ${versionKey}::text)`;

/** Condition of an installation whose update policy allows the step to the rollout's version. */
export const isAllowed = ({ versionKey }: RolledOutVersion): SQL =>
  sql`allows_step(i.updates, l.version_key, ${versionKey}::text)`;

/** Condition of an installation whose update policy and consent allow the rollout's version. */
export const mayUpdate = ({ versionKey, permissions }: RolledOutVersion): SQL => sql`
  may_update(i, l.version_key, ${versionKey}::text,
    array(select jsonb_array_elements_text(${JSON.stringify(permissions)}::jsonb)))`;

/** Condition of an installation that the rollout has not updated before: what its people set afterwards stays. */
export const isUnmoved = ({ id }: RolloutRow): SQL => sql`
  not exists (select from rollout_moves m where m.rollout_id = ${id} and m.installation_id = i.id)`;

/**
 * Ring of an installation's tenant, from 1. Another key gives other rings, and moves nothing back. The statement has a key
 * for the item alone.
 */
export function ringOf(installation: SQL, { tenantId, type, slug }: RolloutRow): SQL {
  const bucket = sql`('x' || left(encode(sha256(convert_to(${ringKey(type, slug)}::text || ${installation}.tenant_id, 'UTF8')), 'hex'), 8))::bit(32)::bigint % 100`;
  const shares = RING_SHARES.slice(1, -1).map(
    (share, index) => sql` when ${bucket} < ${sql.raw(String(share))} then ${sql.raw(String(index + 2))}`,
  );
  return sql`case when ${installation}.tenant_id = ${tenantId}::uuid then 1${sql.join(shares)} else ${sql.raw(String(LAST_RING))} end`;
}

/** Key of an item's rings, in hex. */
export const ringKey = (type: string, slug: string): string =>
  deriveKey(`rollout rings ${type} ${slug}`).toString("hex");
