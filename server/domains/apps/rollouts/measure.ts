import { eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { rollouts } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { isAllowed, isInReach, isUnmoved, mayUpdate, ringOf } from "./eligibility.ts";
import {
  failureRate,
  LAST_RING,
  MAX_AGE_BEFORE_DAYS,
  MAX_BUILDS_AFTER_PER_APP,
  MAX_BUILDS_BEFORE_PER_APP,
  type RolloutSample,
} from "./policy.ts";
import type { RolledOutVersion, RolloutRow } from "./rollout-row.ts";

/**
 * Counts and stores the builds of the updated apps and the installations below the version. Counted per app: the latest
 * builds before the update and the first with the new version, without retries and builds ended by the platform or a person.
 * @returns the rollout with the stored figures, and the sample for the hold rule, which begins anew when it is resumed
 */
export async function measure(
  tx: Transaction,
  ctx: Context,
  rollout: RolloutRow,
  version: RolledOutVersion,
): Promise<{ rollout: RolloutRow; sample: RolloutSample }> {
  const counts = await countBuilds(tx, rollout, rollout.startedAt);
  const wasResumed = rollout.measuredFrom > rollout.startedAt;
  const sample = wasResumed ? await countBuilds(tx, rollout, rollout.measuredFrom) : counts;
  const [row] = await tx
    .update(rollouts)
    .set({
      ...(await countInstallations(tx, rollout, version)),
      buildsBefore: counts.before.builds,
      failedBefore: counts.before.failed,
      buildsAfter: counts.after.builds,
      failedAfter: counts.after.failed,
      failingApps: counts.failingApps,
      measuredAt: ctx.now(),
    })
    .where(eq(rollouts.id, rollout.id))
    .returning();
  if (!row) throw new Error("the rollout is gone");
  return { rollout: row, sample };
}

export function holdReason({ before, after, failingApps }: RolloutSample): string {
  const rate = (counts: RolloutSample["before"]) =>
    `${counts.failed} of ${counts.builds} builds failed (${Math.round(failureRate(counts) * 100)}%)`;
  return `${rate(after)} with this version, in ${failingApps} apps. Before the update, ${rate(before)}.`;
}

/** @param from builds with the new version that were queued earlier do not count */
async function countBuilds(tx: Transaction, { id, listingId, type }: RolloutRow, from: Date) {
  const app = type === "SYSTEM_PLUGIN" ? sql`a.tenant_id = m.tenant_id` : sql`a.id = m.app_id`;
  const input = JSON.stringify([{ listingId }]);
  const [counts] = await tx.execute<Record<keyof Counts, number>>(sql`
    with updated as (
      select a.id as app_id, a.tenant_id, m.moved_at from rollout_moves m join apps a on ${app} where m.rollout_id = ${id}
    ), after as materialized (
      select updated.*, counted.builds, counted.failed from updated cross join lateral (
        select count(*) as builds, count(*) filter (where b.status = 'FAILED') as failed from (
          select b.status from builds b join build_inputs carried on carried.build_id = b.id
          where ${isCounted(sql`b`)} and b.created_at >= greatest(updated.moved_at, ${from.toISOString()}::timestamptz)
            and carried.inputs @> ${input}::jsonb
          order by b.created_at, b.id limit ${MAX_BUILDS_AFTER_PER_APP}
        ) b
      ) counted
      where counted.builds > 0
    ), before as (
      select counted.* from after updated cross join lateral (
        select count(*) as builds, count(*) filter (where b.status = 'FAILED') as failed from (
          select b.status from builds b
          where ${isCounted(sql`b`)} and b.created_at < updated.moved_at
            and b.created_at >= updated.moved_at - ${`${MAX_AGE_BEFORE_DAYS} days`}::interval
          order by b.created_at desc, b.id desc limit ${MAX_BUILDS_BEFORE_PER_APP}
        ) b
      ) counted
    )
    select a."buildsAfter", a."failedAfter", a."failingApps", b."buildsBefore", b."failedBefore" from (
      select coalesce(sum(builds), 0)::integer as "buildsAfter", coalesce(sum(failed), 0)::integer as "failedAfter",
        count(*) filter (where failed > 0)::integer as "failingApps" from after
    ) a, (
      select coalesce(sum(builds), 0)::integer as "buildsBefore", coalesce(sum(failed), 0)::integer as "failedBefore" from before
    ) b`);
  if (!counts) throw new Error("the builds were not counted");
  return {
    before: { builds: counts.buildsBefore, failed: counts.failedBefore },
    after: { builds: counts.buildsAfter, failed: counts.failedAfter },
    failingApps: counts.failingApps,
  };
}

type Counts = Record<"buildsBefore" | "failedBefore" | "buildsAfter" | "failedAfter" | "failingApps", number>;

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
