import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import { recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, type TransactionContext, withTransaction } from "@/server/core/transactions.ts";
import type { JobInput } from "@/server/domains/apps/installations/view.ts";
import { assignVariables, readAssignedVariables } from "@/server/domains/apps/variables/build-variables.ts";
import type { JobVariable } from "@/server/domains/apps/variables/view.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { AppError } from "@/shared/errors.ts";
import type { Platform } from "@/shared/vocabulary.ts";
import { endBuild, lockBuild } from "../end.ts";
import type { ClaimBuild } from "../input.ts";
import { readJobInputs } from "../inputs/build-inputs.ts";
import { leaseEnd } from "../records/service.ts";
import { isDraining, recordWorkerHeartbeat } from "../workers/service.ts";
import { turnsOf } from "./turns.ts";
import type { BuildJob } from "./view.ts";

/**
 * Claims the next queued build for a worker; null if none is queued for its platforms, or if it is draining. People take
 * turns, and so do the tenants that one made, oldest build first: a long queue, or many tenants of one person, delays each other
 * person by one build only. The build stays `QUEUED` until the
 * first report. The worker gets a lease, the app's variables and the build's inputs; a build whose secrets cannot be
 * decrypted fails. An advisory lock makes the order exact. A claim repeated with its `claimId` returns the same build.
 */
export async function claimBuild(ctx: Context, input: ClaimBuild): Promise<BuildJob | null> {
  const as: Context = { ...ctx, actor: { kind: "worker", workerId: input.workerId } };
  const { platforms, version = null } = input;
  await recordWorkerHeartbeat(as, input.workerId, { platforms, version });
  const claimed = input.claimId ? await findClaimedBuild(as, input.workerId, input.claimId) : null;
  if (claimed) return claimed;
  // Without the lock, so that polling workers do not contend for it while nothing is queued.
  const waiting = await listWaitingTenants(as.db.systemDb.orm, input.platforms);
  return waiting.length === 0 ? null : claimInTurn(as, input);
}

async function claimInTurn(ctx: Context, input: ClaimBuild): Promise<BuildJob | null> {
  const claimed = await withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('drydock build turns', 0))`);
    if (await isDraining(tx, input.workerId)) return null;
    for (const tenantId of await listWaitingTenants(tx, input.platforms)) {
      const build = await claimOldest(tx, joined, tenantId, input);
      if (!build) continue;
      await recordTurn(tx, tenantId, input.platforms);
      return build;
    }
    return null;
  });
  if (!claimed) return null;
  const { build, variables, inputs } = claimed;
  buildChanges.announce({ tenantId: build.tenantId, appId: build.appId, buildId: build.id });
  return toBuildJob(build, variables, inputs);
}

/** Tenants with a queued build for one of the platforms, in the order of their turns. */
async function listWaitingTenants(
  tx: Pick<Transaction, "execute">,
  platforms: readonly Platform[],
): Promise<string[]> {
  const rows = await tx.execute<{ tenant_id: string }>(
    sql`with recursive ${turnsOf(platforms)} select tenant_id from turns order by turn`,
  );
  return rows.map((row) => row.tenant_id);
}

/** Claims the oldest queued build of a tenant whose secrets can be decrypted. The others before it fail. */
async function claimOldest(
  tx: Transaction,
  ctx: TransactionContext<Context>,
  tenantId: string,
  input: ClaimBuild,
) {
  for (;;) {
    const build = await lockOldest(tx, ctx, tenantId, input);
    if (!build) return null;
    const variables = await assignVariables(tx, build).catch((error: unknown) => {
      if (error instanceof AppError && error.code === "UNAVAILABLE") return null;
      throw error;
    });
    if (variables) {
      const after = { workerId: input.workerId };
      await recordAudit(tx, ctx, "build.claim", { type: "build", id: build.id, tenantId, after });
      const inputs = await readJobInputs(tx, { buildId: build.id, workerId: input.workerId });
      return { build, variables, inputs };
    }
    await mutate(ctx, "build.fail", async () =>
      endBuild(tx, ctx, await lockBuild(tx, build.id), "SECRETS_UNREADABLE", UNREADABLE),
    );
  }
}

const UNREADABLE =
  "the secrets of the app cannot be decrypted: the key that encrypted them is not in SECRETS_KEY";

/** Claims the oldest queued build of a tenant that no other transaction has locked. */
async function lockOldest(tx: Transaction, ctx: Context, tenantId: string, input: ClaimBuild) {
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
      leaseUntil: leaseEnd(ctx.now()),
      updatedAt: ctx.now(),
    })
    // "=" runs the subquery once; "in" may run it again and lock another build.
    .where(eq(builds.id, sql`(${oldest})`))
    .returning(JOB_COLUMNS);
  return build;
}

async function recordTurn(tx: Transaction, tenantId: string, platforms: readonly Platform[]): Promise<void> {
  await tx.execute(sql`
    insert into build_turns (tenant_id, platform, turn, person)
    select tenants.id, platform, turn.number, coalesce(tenants.created_by, tenants.id)
    from unnest(${sql.param(`{${platforms.join(",")}}`)}::text[]) as requested (platform),
      (select nextval('build_turn_numbers') as number) turn, tenants
    where tenants.id = ${tenantId}
    on conflict (tenant_id, platform) do update set turn = excluded.turn, person = excluded.person`);
}

async function findClaimedBuild(ctx: Context, workerId: string, claimId: string): Promise<BuildJob | null> {
  const { orm } = ctx.db.systemDb;
  const [build] = await orm
    .select(JOB_COLUMNS)
    .from(builds)
    .where(and(eq(builds.workerId, workerId), isNull(builds.finishedAt), eq(builds.claimId, claimId)));
  if (!build) return null;
  const variables = await readAssignedVariables(orm, build.id);
  return toBuildJob(build, variables, await readJobInputs(orm, { buildId: build.id, workerId }));
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

function toBuildJob(
  { id, appId, platform, version, gitRef, leaseUntil }: ClaimedBuild,
  variables: JobVariable[],
  inputs: JobInput[],
): BuildJob {
  if (!leaseUntil) throw new Error("a claimed build has a lease");
  return {
    buildId: id,
    appId,
    platform,
    version,
    gitRef,
    leaseUntil: leaseUntil.toISOString(),
    variables,
    inputs,
  };
}
