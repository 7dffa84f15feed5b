import { stalledCondition } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { invalidTransition, notFound } from "@/shared/errors.ts";
import type { Heartbeat } from "../input.ts";
import { leaseEnd } from "../records/service.ts";
import { recordWorkerHeartbeat } from "../workers/service.ts";
import type { LeaseView } from "./view.ts";

/**
 * Heartbeat: extends the lease of a worker on its claimed build, or reports that the build is cancelled. Not audited, as
 * the build's state does not change.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` if the build is not claimed by the worker, or has ended
 */
export async function extendLease(ctx: Context, buildId: string, input: Heartbeat): Promise<LeaseView> {
  const leaseUntil = leaseEnd(ctx.now()).toISOString();
  const [build] = await ctx.db.systemDb.sql<LeasedBuild[]>`
    with build as (
      select id, tenant_id, app_id, status, worker_id, lease_until, finished_at, end_reason
      from builds where id = ${buildId} for update
    ), extended as (
      update builds set lease_until = ${leaseUntil}
      from build
      where builds.id = build.id and build.worker_id = ${input.workerId} and build.finished_at is null
        and build.lease_until is not null
      returning builds.id
    )
    select build.tenant_id, build.app_id, build.status, ${ctx.db.systemDb.sql.unsafe(stalledCondition("build"))} as was_stalled,
      build.worker_id is not distinct from ${input.workerId} and build.lease_until is not null as is_own,
      build.lease_until, build.finished_at is not null as has_ended,
      build.end_reason is not distinct from 'CANCELLED' as is_cancelled
    from build left join extended using (id)`;
  if (!build) throw notFound("build");
  if (!build.is_own) throw invalidTransition("The build is not claimed by this worker.");
  // A name that holds no build may contain a secret of one.
  await recordWorkerHeartbeat(ctx, input.workerId);
  if (build.is_cancelled) return { leaseUntil: new Date(build.lease_until).toISOString(), cancelled: true };
  if (build.has_ended) throw invalidTransition(`The build has already finished with status ${build.status}.`);
  if (build.was_stalled) buildChanges.announce({ tenantId: build.tenant_id, appId: build.app_id, buildId });
  return { leaseUntil, cancelled: false };
}

interface LeasedBuild {
  tenant_id: string;
  app_id: string;
  was_stalled: boolean;
  status: string;
  is_own: boolean;
  lease_until: string;
  has_ended: boolean;
  is_cancelled: boolean;
}
