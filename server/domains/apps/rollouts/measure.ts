import { eq, type SQL, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { rollouts } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { DAY_MS } from "@/shared/time.ts";
import { isAllowed, isInReach, isUnmoved, mayUpdate, ringOf } from "./eligibility.ts";
import {
  type BuildCounts,
  type BuildSample,
  failureRate,
  LAST_RING,
  MAX_AGE_BEFORE_DAYS,
  MAX_BUILDS_AFTER,
  MAX_BUILDS_BEFORE,
  MIN_TENANT_AGE_DAYS,
  totalOf,
} from "./policy.ts";
import type { RolledOutVersion, RolloutRow } from "./rollout-row.ts";

/**
 * Counts and stores the builds of the updated apps and the installations below the version. Counted for each person who made
 * tenants: the latest builds before the update and the first with the new version, without retries and builds ended by
 * the platform or a person.
 * @returns the rollout with the stored figures, and the samples for the hold rule, which begin anew when it is resumed
 */
export async function measure(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  version: RolledOutVersion,
): Promise<{ rollout: RolloutRow; people: PersonSample[] }> {
  const counted = await countBuilds(tx, rollout, { from: rollout.startedAt });
  const { before, after } = totalOf(counted);
  const [row] = await tx
    .update(rollouts)
    .set({
      ...(await countInstallations(tx, rollout, version)),
      buildsBefore: before.builds,
      failedBefore: before.failed,
      buildsAfter: after.builds,
      failedAfter: after.failed,
      failingApps: countFailingApps(counted),
      measuredAt: ctx.now(),
    })
    .where(eq(rollouts.id, rollout.id))
    .returning();
  if (!row) throw new Error("the rollout is gone");
  const wasResumed = rollout.measuredFrom > rollout.startedAt;
  return {
    rollout: row,
    people: wasResumed ? await countBuilds(tx, rollout, { from: rollout.measuredFrom }) : counted,
  };
}

export function holdReason(people: readonly PersonSample[]): string {
  const rate = (counts: BuildCounts) =>
    `${counts.failed} of ${counts.builds} builds failed (${Math.round(failureRate(counts) * 100)}%)`;
  const { before, after } = totalOf(people);
  return `${rate(after)} with this version, in ${countFailingApps(people)} apps. Before the update, ${rate(before)}.`;
}

/** Builds that count of all tenants that one person made. */
export interface PersonSample extends BuildSample {
  /** User who made the tenants, or the tenant that nobody or a Super Admin made. */
  person: string;
  tenantIds: string[];
  /** Apps with a failed build with the new version. */
  failingApps: number;
}

const countFailingApps = (people: readonly PersonSample[]): number =>
  people.reduce((total, { failingApps }) => total + failingApps, 0);

/**
 * Builds that count, by person. Tenants that were new at the start of the rollout do not count.
 * @param from builds with the new version that were queued earlier do not count
 * @param until builds that ended later do not count
 */
export async function countBuilds(
  tx: Reader,
  { id, listingId, type, startedAt }: RolloutRow,
  { from, until }: { from: Date; until?: Date | null },
): Promise<PersonSample[]> {
  const app = type === "SYSTEM_PLUGIN" ? sql`a.tenant_id = m.tenant_id` : sql`a.id = m.app_id`;
  const input = JSON.stringify([{ listingId }]);
  const newest = new Date(startedAt.getTime() - MIN_TENANT_AGE_DAYS * DAY_MS).toISOString();
  const isInTime = until ? sql`b.finished_at <= ${until.toISOString()}::timestamptz` : sql`true`;
  return tx.execute<PersonSample & Record<string, unknown>>(sql`
    with updated as (
      select a.id as app_id, a.tenant_id, coalesce(t.created_by, t.id) as person, m.moved_at
      from rollout_moves m join apps a on ${app} join tenants t on t.id = a.tenant_id
      where m.rollout_id = ${id} and t.created_at <= ${newest}::timestamptz
    ), after as materialized (
      select * from (
        select updated.*, b.status, row_number() over (partition by person order by b.created_at, b.id) as position
        from updated cross join lateral (
          select b.id, b.status, b.created_at from builds b join build_inputs carried on carried.build_id = b.id
          where ${isCounted(sql`b`)} and b.created_at >= greatest(updated.moved_at, ${from.toISOString()}::timestamptz)
            and carried.inputs @> ${input}::jsonb and ${isInTime}
          order by b.created_at, b.id limit ${MAX_BUILDS_AFTER}
        ) b
      ) b where position <= ${MAX_BUILDS_AFTER}
    ), before as (
      select person, status from (
        select person, b.status, row_number() over (partition by person order by b.created_at desc, b.id desc) as position
        from (select distinct app_id, tenant_id, person, moved_at from after) updated cross join lateral (
          select b.id, b.status, b.created_at from builds b
          where ${isCounted(sql`b`)} and b.created_at < updated.moved_at
            and b.created_at >= updated.moved_at - ${`${MAX_AGE_BEFORE_DAYS} days`}::interval
          order by b.created_at desc, b.id desc limit ${MAX_BUILDS_BEFORE}
        ) b
      ) b where position <= ${MAX_BUILDS_BEFORE}
    )
    select a.person, a."tenantIds", a."failingApps", a.counts as after,
      coalesce(b.counts, '{ "builds": 0, "failed": 0 }') as before
    from (
      select person, to_jsonb(array_agg(distinct tenant_id)) as "tenantIds",
        (count(distinct app_id) filter (where status = 'FAILED'))::integer as "failingApps", ${COUNTS} as counts
      from after group by person
    ) a left join (select person, ${COUNTS} as counts from before group by person) b using (person)`);
}

const COUNTS = sql`jsonb_build_object('builds', count(*), 'failed', count(*) filter (where status = 'FAILED'))`;

/** Condition of a build of the app `updated` that ended by its own result. */
const isCounted = (build: SQL): SQL => sql`
  ${build}.tenant_id = updated.tenant_id and ${build}.app_id = updated.app_id and ${build}.finished_at is not null
  and ${build}.end_reason is null and ${build}.retry_of is null`;

async function countInstallations(tx: Transaction, rollout: RolloutRow, version: RolledOutVersion) {
  const rows = await tx.execute<{
    ring: number;
    state: "REMAINING" | "CONSENT" | "MANUAL";
    count: number;
  }>(sql`
    select ring, state, count(*)::integer as count from (
      select ${ringOf(sql`i`, rollout)} as ring,
        case when not ${isAllowed(version)} then 'MANUAL' when not ${mayUpdate(version)} then 'CONSENT'
          else 'REMAINING' end as state
      from installations i join listings l on l.id = i.listing_id
      where ${isInReach(rollout, version)} and ${isUnmoved(rollout)}
    ) counted group by ring, state`);
  const countOf = (state: string, ring?: number) =>
    rows
      .filter((row) => row.state === state && (ring === undefined || row.ring === ring))
      .reduce((total, { count }) => total + count, 0);
  return {
    remaining: Array.from({ length: LAST_RING }, (_, index) => countOf("REMAINING", index + 1)),
    needConsent: countOf("CONSENT"),
    manual: countOf("MANUAL"),
  };
}
