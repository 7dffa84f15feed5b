import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import type { Platform } from "@/db/schema/vocabulary.ts";
import { announceBuildChange } from "../build-records/changes.ts";
import type { ClaimBuild } from "../builds/input.ts";
import type { BuildJob } from "../builds/view.ts";
import { recordAudit } from "../platform/audit.ts";
import type { Context } from "../platform/context.ts";
import { withTransaction } from "../platform/mutate.ts";
import { recordWorkerHeartbeat } from "../workers/service.ts";
import { leaseFrom } from "./lease.ts";

/**
 * Gives the next queued build to a worker, or null when none waits for its platforms. Tenants have turns, and each gets
 * its oldest build taken, so a tenant that queues a thousand delays the others by one build each. The build stays
 * `QUEUED` until the worker's first report; from now on it is that worker's for the time of a lease.
 *
 * Claims follow one another: the turn is judged under a lock, so turns are exact however many workers ask at once. A
 * worker that never got the answer asks again with the same `claimId` and gets the same build.
 */
export async function claimBuild(ctx: Context, input: ClaimBuild): Promise<BuildJob | null> {
  const as: Context = { ...ctx, actor: { kind: "worker", workerId: input.workerId } };
  await recordWorkerHeartbeat(as, input.workerId, input.platforms);
  const claimed = input.claimId ? await findClaimed(as, input.workerId, input.claimId) : null;
  if (claimed) return claimed;
  // Workers that ask an idle platform again and again need no lock.
  const waiting = await listTurns(as.db.systemDb.orm, input.platforms);
  return waiting.length === 0 ? null : claimNext(as, input);
}

async function claimNext(ctx: Context, input: ClaimBuild): Promise<BuildJob | null> {
  const claimed = await withTransaction(ctx, async ({ open: { tx } }) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('drydock build turns', 0))`);
    for (const tenantId of await listTurns(tx, input.platforms)) {
      const build = await takeOldest(tx, ctx, tenantId, input);
      if (!build) continue;
      await noteTurn(tx, tenantId, input.platforms);
      const after = { workerId: input.workerId };
      await recordAudit(tx, ctx, "build.claim", { type: "build", id: build.id, tenantId, after });
      return build;
    }
    return null;
  });
  if (!claimed) return null;
  announceBuildChange({ tenantId: claimed.tenantId, appId: claimed.appId, buildId: claimed.id });
  return jobOf(claimed);
}

/**
 * The tenants that wait for one of the platforms, in the order of their turns: first those that never had one, the
 * longest waiting first. The index is asked for one tenant after the other, so a long queue costs no more than a short.
 */
async function listTurns(
  tx: Pick<Transaction, "execute">,
  platforms: readonly Platform[],
): Promise<string[]> {
  const rows = await tx.execute<{ tenant_id: string }>(sql`
    with recursive asked as (
      select platform from unnest(${sql.param(`{${platforms.join(",")}}`)}::text[]) as asked (platform)
    ), waiting as (
      select asked.platform, first.tenant_id, first.created_at from asked cross join lateral (
        select b.tenant_id, b.created_at from builds b
        where b.status = 'QUEUED' and b.lease_until is null and b.platform = asked.platform
        order by b.tenant_id, b.created_at limit 1
      ) first
      union all
      select waiting.platform, next.tenant_id, next.created_at from waiting cross join lateral (
        select b.tenant_id, b.created_at from builds b
        where b.status = 'QUEUED' and b.lease_until is null and b.platform = waiting.platform
          and b.tenant_id > waiting.tenant_id
        order by b.tenant_id, b.created_at limit 1
      ) next
    )
    select waiting.tenant_id
    from waiting
    join tenants on tenants.id = waiting.tenant_id and tenants.suspended_at is null
    left join build_turns using (tenant_id, platform)
    group by waiting.tenant_id
    order by min(coalesce(build_turns.turn, 0)), min(waiting.created_at), waiting.tenant_id`);
  return rows.map((row) => row.tenant_id);
}

/** A build that somebody else changes at this moment is passed over rather than waited for. */
async function takeOldest(tx: Transaction, ctx: Context, tenantId: string, input: ClaimBuild) {
  const oldest = tx
    .select({ id: builds.id })
    .from(builds)
    .where(
      and(
        eq(builds.tenantId, tenantId),
        eq(builds.status, "QUEUED"),
        isNull(builds.leaseUntil),
        inArray(builds.platform, input.platforms),
      ),
    )
    .orderBy(asc(builds.createdAt), asc(builds.id))
    .limit(1)
    .for("update", { skipLocked: true });
  const [build] = await tx
    .update(builds)
    .set({
      workerId: input.workerId,
      claimId: input.claimId ?? null,
      leaseUntil: leaseFrom(ctx.now()),
      updatedAt: ctx.now(),
    })
    // Compared with the one row of a subquery that runs once; with "in" it may run again and take another.
    .where(eq(builds.id, sql`(${oldest})`))
    .returning(JOB_COLUMNS);
  return build;
}

async function noteTurn(tx: Transaction, tenantId: string, platforms: readonly Platform[]): Promise<void> {
  await tx.execute(sql`
    insert into build_turns (tenant_id, platform, turn)
    select ${tenantId}::uuid, platform, turn.number
    from unnest(${sql.param(`{${platforms.join(",")}}`)}::text[]) as asked (platform),
      (select nextval('build_turn_numbers') as number) turn
    on conflict (tenant_id, platform) do update set turn = excluded.turn`);
}

async function findClaimed(ctx: Context, workerId: string, claimId: string): Promise<BuildJob | null> {
  const [build] = await ctx.db.systemDb.orm
    .select(JOB_COLUMNS)
    .from(builds)
    .where(and(eq(builds.workerId, workerId), isNull(builds.finishedAt), eq(builds.claimId, claimId)));
  return build ? jobOf(build) : null;
}

const JOB_COLUMNS = {
  id: builds.id,
  tenantId: builds.tenantId,
  appId: builds.appId,
  platform: builds.platform,
  version: builds.version,
  gitRef: builds.gitRef,
  leaseUntil: builds.leaseUntil,
};

type ClaimedBuild = Pick<typeof builds.$inferSelect, keyof typeof JOB_COLUMNS>;

function jobOf({ id, appId, platform, version, gitRef, leaseUntil }: ClaimedBuild): BuildJob {
  if (!leaseUntil) throw new Error("a claimed build has a lease");
  return { buildId: id, appId, platform, version, gitRef, leaseUntil: leaseUntil.toISOString() };
}
