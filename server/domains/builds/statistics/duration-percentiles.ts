import { sql } from "drizzle-orm";
import type { BuildMeasure } from "@/db/schema/build-statistics.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { queryAsTenant } from "@/server/core/transactions.ts";
import type { DurationFigures } from "./view.ts";

/** Group of builds: `ALL`, a platform, or the id of an app. */
export type DurationSubject = string;

const NONE: DurationFigures = { runMedian: null, runP90: null, queueMedian: null, queueP90: null };

/**
 * Duration percentiles by subject: the median and the 90th percentile of run and queue times of the tenant's builds in the
 * period, in whole seconds (nearest rank). Exact, from histograms of two resolutions: the minute buckets locate the minute,
 * its second buckets the second. Outcomes not counted yet are added. `offset 0` makes the planner use the index for each
 * minute; it would otherwise compare every second bucket of the tenant with every minute.
 */
export async function getDurationPercentiles(
  ctx: TenantContext,
  subjects: readonly DurationSubject[],
): Promise<(subject: DurationSubject) => DurationFigures> {
  const requested = sql`${`{${subjects.join(",")}}`}::text[]`;
  const rows = await queryAsTenant<DurationRow>(
    ctx,
    (tenantId) => sql`
    with fresh as (
      select s.subject, m.measure, m.seconds, count(*) as builds
      from build_outcomes o
      join build_period p on o.day >= p.since
      cross join lateral (values ('ALL'), (o.platform), (o.app_id::text)) s (subject)
      cross join lateral (values ('RUN', o.run_seconds), ('QUEUE', o.queue_seconds)) m (measure, seconds)
      where o.tenant_id = ${tenantId} and m.seconds is not null and s.subject = any(${requested})
      group by 1, 2, 3
    ), minutes as (
      select subject, measure, minute, sum(builds) as builds
      from (
        select subject, measure, bucket as minute, builds from build_durations
        where tenant_id = ${tenantId} and width = 60 and subject = any(${requested})
        union all
        select subject, measure, seconds / 60, builds from fresh
      ) minute_buckets group by 1, 2, 3
    ), running as (
      select *, sum(builds) over up_to_here as reached, sum(builds) over (partition by subject, measure) as total
      from minutes window up_to_here as (partition by subject, measure order by minute)
    ), wanted as (
      select subject, measure, minute, share, reached - builds as below, ceil(share * total / 100.0) as rank
      from running cross join (values (50), (90)) shares (share)
      where reached >= ceil(share * total / 100.0) and reached - builds < ceil(share * total / 100.0)
    ), seconds as (
      select w.subject, w.measure, w.share, w.below, w.rank, d.bucket as second, d.builds
      from wanted w
      cross join lateral (
        select bucket, builds from build_durations
        where tenant_id = ${tenantId} and width = 1 and subject = w.subject and measure = w.measure
          and bucket between w.minute * 60 and w.minute * 60 + 59
        offset 0
      ) d
      union all
      select w.subject, w.measure, w.share, w.below, w.rank, f.seconds, f.builds
      from wanted w
      join fresh f on f.subject = w.subject and f.measure = w.measure and f.seconds / 60 = w.minute
    ), reached as (
      select *, below + sum(builds) over (partition by subject, measure, share order by second) as reached
      from seconds
    )
    select subject, measure, share, min(second)::integer as seconds
    from reached where reached >= rank
    group by subject, measure, share`,
  );
  const figures = new Map<DurationSubject, DurationFigures>();
  for (const { subject, measure, share, seconds } of rows) {
    const name = `${measure === "RUN" ? "run" : "queue"}${share === 50 ? "Median" : "P90"}` as const;
    figures.set(subject, { ...(figures.get(subject) ?? NONE), [name]: seconds });
  }
  return (subject) => figures.get(subject) ?? NONE;
}

interface DurationRow extends Record<string, unknown> {
  subject: DurationSubject;
  measure: BuildMeasure;
  share: number;
  seconds: number;
}
