import { eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { rollouts, type UpdateHold } from "@/db/schema/index.ts";
import { type AuditAction, recordAudits } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { type DomainEvent, recordEvents } from "@/server/events/record-event.ts";
import type { InstallationUpdates } from "@/shared/vocabulary.ts";
import { isEligible, ringOf } from "./eligibility.ts";
import { holdReasonOf, toUpdateHold } from "./holds.ts";
import type { RolledOutVersion, RolloutRow } from "./rollout-row.ts";
import type { VersionHold } from "./view.ts";

/** Installations per transaction: their apps are locked for as long. */
const BATCH_SIZE = 250;

type Batch = { rollout: RolloutRow; version: RolledOutVersion };

interface Changed {
  id: string;
  tenantId: string;
  appId: string | null;
  updates: InstallationUpdates;
  /** Version before and after. */
  from: string;
  to: string;
  hold: UpdateHold | null;
  ring: number;
}

/** Updates a batch of installations of the open rings, with audit rows and events. @returns their number */
export async function moveBatch(tx: Transaction, ctx: Context, { rollout, version }: Batch): Promise<number> {
  const now = ctx.now().toISOString();
  const moved = await changeBatch(
    tx,
    rollout,
    sql`${isEligible(rollout, version)} and ${ringOf(sql`i`, rollout)} <= ${rollout.ring}`,
    sql`, recorded as (
      insert into rollout_moves (rollout_id, installation_id, tenant_id, app_id, from_listing_id, ring, moved_at)
      select ${rollout.id}, id, tenant_id, app_id, listing_id, ring, ${now}::timestamptz from picked
    )`,
    sql`listing_id = ${rollout.listingId}, held_back = null, updated_at = ${now}::timestamptz`,
    sql`${version.version}::text`,
  );
  const perRing = rollout.moved.map(
    (count, index) => count + moved.filter(({ ring }) => ring === index + 1).length,
  );
  if (moved.length > 0) await tx.update(rollouts).set({ moved: perRing }).where(eq(rollouts.id, rollout.id));
  await recordChanges(tx, ctx, rollout, "installation.update", moved);
  return moved.length;
}

/**
 * Moves a batch of updated installations back to the version before. Those that a person changed since stay, and those
 * whose version before is not available.
 * @returns their number
 */
export async function moveBackBatch(
  tx: Transaction,
  ctx: Context,
  { rollout, version }: Batch,
): Promise<number> {
  const now = ctx.now().toISOString();
  await lockEarlierVersions(tx, rollout);
  const moved = await changeBatch(
    tx,
    rollout,
    sql`i.listing_id = ${rollout.listingId} and exists (
      select from rollout_moves m join listings earlier on earlier.id = m.from_listing_id
      where m.rollout_id = ${rollout.id} and m.installation_id = i.id and m.moved_back_at is null
        and earlier.status = 'APPROVED'
    )`,
    sql`, recorded as (
      update rollout_moves m set moved_back_at = ${now}::timestamptz from picked
      where m.rollout_id = ${rollout.id} and m.installation_id = picked.id
    )`,
    sql`listing_id = (
        select m.from_listing_id from rollout_moves m where m.rollout_id = ${rollout.id} and m.installation_id = i.id
      ), held_back = ${toHold(rollout, version)}, updated_at = ${now}::timestamptz`,
    sql`(select l.version from rollout_moves m join listings l on l.id = m.from_listing_id
      where m.rollout_id = ${rollout.id} and m.installation_id = picked.id)`,
  );
  if (moved.length > 0) {
    await tx
      .update(rollouts)
      .set({ movedBack: rollout.movedBack + moved.length })
      .where(eq(rollouts.id, rollout.id));
  }
  await recordChanges(tx, ctx, rollout, "installation.roll_back", moved);
  return moved.length;
}

/** Locks the versions to which installations are moved back, against a decision whose announcement would miss them. */
async function lockEarlierVersions(tx: Transaction, { id }: RolloutRow): Promise<void> {
  await tx.execute(sql`
    select from listings where id in (
      select from_listing_id from rollout_moves where rollout_id = ${id} and moved_back_at is null
    ) order by id for share`);
}

/**
 * Sets the hold of a batch of installations that a rollout on hold or rolled back has not reached. A hold of another version
 * stays.
 * @returns their number
 */
export async function holdBatch(tx: Transaction, ctx: Context, { rollout, version }: Batch): Promise<number> {
  const hold = toHold(rollout, version);
  const onHold = await changeBatch(
    tx,
    rollout,
    sql`${isEligible(rollout, version)} and i.held_back is distinct from ${hold}
      and coalesce(i.held_back ->> 'version', ${version.version}) = ${version.version}`,
    sql``,
    sql`held_back = ${hold}`,
    sql`picked.version`,
  );
  await recordAudits(tx, ctx, "installation.hold", onHold.map(toHoldSubject(rollout, version)));
  await recordEvents(
    tx,
    ctx,
    onHold
      .filter(({ hold: before }) => before?.version !== version.version)
      .map((row) => ({
        type: "installation.held",
        tenantId: row.tenantId,
        subjectId: row.id,
        data: {
          ...eventData(rollout, row),
          heldVersion: version.version,
          reason: holdReasonOf(holdOf(rollout)),
          rolloutId: rollout.id,
        },
      })),
  );
  return onHold.length;
}

/** Ends the hold of a batch of installations, after the rollout was resumed. @returns their number */
export async function releaseBatch(
  tx: Transaction,
  ctx: Context,
  { rollout, version }: Batch,
): Promise<number> {
  const released = await changeBatch(
    tx,
    rollout,
    sql`i.type = ${rollout.type} and i.slug = ${rollout.slug} and i.held_back ->> 'version' = ${version.version}`,
    sql``,
    sql`held_back = null`,
    sql`picked.version`,
  );
  await recordAudits(
    tx,
    ctx,
    "installation.release",
    released.map(({ id, tenantId, hold: before }) => ({
      type: "installation",
      id,
      tenantId,
      before: { heldBack: before },
      after: { heldBack: null },
    })),
  );
  return released.length;
}

const holdOf = ({ state, holdReason }: RolloutRow): VersionHold => ({
  state: state === "ROLLED_BACK" ? state : "HELD",
  reason: holdReason,
});

function toHold(rollout: RolloutRow, { version }: RolledOutVersion): SQL {
  const since = rollout.heldAt ?? rollout.endedAt ?? rollout.startedAt;
  return sql`${JSON.stringify(toUpdateHold(version, holdOf(rollout), since))}::jsonb`;
}

/**
 * Changes a batch of installations `i` under a condition, in one statement, which locks their apps as a member's change does.
 * Rows locked by another transaction are left for the next batch.
 */
function changeBatch(
  tx: Transaction,
  rollout: RolloutRow,
  condition: SQL,
  record: SQL,
  assignment: SQL,
  newVersion: SQL,
): Promise<Changed[]> {
  const isForTenants = rollout.type === "SYSTEM_PLUGIN";
  const app = isForTenants ? sql`` : sql`join apps a on a.id = i.app_id`;
  const locked = isForTenants ? sql`i` : sql`i, a`;
  const isLocked = isForTenants
    ? sql`pg_try_advisory_xact_lock(hashtextextended('installations ' || found.tenant_id, 0))`
    : sql`true`;
  return tx.execute<Changed & Record<string, unknown>>(sql`
    with found as materialized (
      select i.id, i.tenant_id, i.app_id, i.listing_id, i.updates, i.held_back, l.version, ${ringOf(sql`i`, rollout)} as ring
      from installations i join listings l on l.id = i.listing_id ${app}
      where ${condition} order by i.tenant_id, i.id limit ${BATCH_SIZE} for update of ${locked} skip locked
    ), picked as materialized (
      select found.* from found where ${isLocked}
    )${record}, changed as (
      update installations i set ${assignment} from picked where i.id = picked.id returning i.id
    )
    select picked.id, picked.tenant_id as "tenantId", picked.app_id as "appId", picked.updates, picked.version as "from",
      ${newVersion} as "to", picked.held_back as hold, picked.ring
    from picked join changed on changed.id = picked.id`);
}

async function recordChanges(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  action: AuditAction,
  changed: readonly Changed[],
): Promise<void> {
  await recordAudits(
    tx,
    ctx,
    action,
    changed.map(({ id, tenantId, from, to }) => ({
      type: "installation",
      id,
      tenantId,
      before: { version: from },
      after: { version: to, rolloutId: rollout.id },
    })),
  );
  await recordEvents(
    tx,
    ctx,
    changed.map(
      (row): DomainEvent => ({
        type: "installation.updated",
        tenantId: row.tenantId,
        subjectId: row.id,
        data: { ...eventData(rollout, row), rolloutId: rollout.id },
      }),
    ),
  );
}

const eventData = ({ type, slug }: RolloutRow, { id, appId, updates, from, to }: Changed) => ({
  installationId: id,
  appId,
  type,
  slug,
  version: to,
  previousVersion: from,
  updates,
});

const toHoldSubject =
  (rollout: RolloutRow, { version }: RolledOutVersion) =>
  ({ id, tenantId, hold: before }: Changed) => ({
    type: "installation" as const,
    id,
    tenantId,
    before: { heldBack: before },
    after: { heldBack: { version, reason: holdReasonOf(holdOf(rollout)) } },
  });
