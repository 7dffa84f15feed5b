import { and, asc, eq, isNotNull, isNull, lt, notExists, sql } from "drizzle-orm";
import { isClockRight } from "@/db/clock.ts";
import { builds, buildWorkers, domainEvents, WORKER_TIMEOUT_MS } from "@/db/schema/index.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { lookUp, withTransaction } from "@/server/core/transactions.ts";
import { buildChanges } from "@/server/events/build-changes.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { buildStalled } from "@/shared/build-events.ts";
import { leaseMs } from "../records/service.ts";
import { expireBuild } from "./release-build.ts";

const MAX_INTERVAL_MS = 5_000;
const CHECKS_PER_LEASE = 10;
const BATCH_SIZE = 100;

/**
 * Lease monitor: checks the leases of claimed builds at an interval, in every web process; rarely while no build has one,
 * since a lease that begins now lasts longer. An expired lease is announced, so that open pages show the build as stalled;
 * a lease duration later the build is failed. A process whose clock is wrong checks none.
 */
export function startLeaseMonitor() {
  const ctx = systemContext("dispatch");
  const busyIntervalMs = Math.min(MAX_INTERVAL_MS, leaseMs() / CHECKS_PER_LEASE);
  let intervalMs = busyIntervalMs;
  let lastCheckAt = ctx.now().getTime();
  let reachableSince = lastCheckAt;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let isStopping = false;
  const check = async (): Promise<void> => {
    try {
      if (!isClockRight()) return;
      const now = ctx.now().getTime();
      // A pause means that this process slept or the database was away: heartbeats were lost, so no build expires for it.
      if (now - lastCheckAt > leaseMs() / 2 + intervalMs) reachableSince = now;
      const mayExpire = now - reachableSince >= leaseMs();
      const isIdle = !(await checkLeases(ctx, { stalledSince: new Date(lastCheckAt), mayExpire }));
      intervalMs = isIdle ? leaseMs() / 2 : busyIntervalMs;
      lastCheckAt = now;
    } catch (error) {
      intervalMs = busyIntervalMs;
      if (!isStopping) log().warn({ err: error }, "checking leases failed");
    } finally {
      if (!isStopping) timer = setTimeout(start, intervalMs).unref();
    }
  };
  const start = (): void => {
    running = check();
  };
  start();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Announces builds whose lease expired, or whose worker went offline, since `stalledSince`. With `mayExpire`, fails those
 * whose lease expired more than a lease duration ago. @returns true if any unfinished build has a lease or a worker
 */
export async function checkLeases(
  ctx: Context,
  { stalledSince, mayExpire }: { stalledSince: Date; mayExpire: boolean },
): Promise<boolean> {
  const now = ctx.now();
  const leased = await lookUp(ctx, (reader) =>
    reader
      .select({
        buildId: builds.id,
        tenantId: builds.tenantId,
        appId: builds.appId,
        leaseUntil: builds.leaseUntil,
      })
      .from(builds)
      .where(and(isNull(builds.finishedAt), isNotNull(builds.leaseUntil)))
      .orderBy(asc(builds.leaseUntil))
      .limit(BATCH_SIZE),
  );
  for (const { leaseUntil, ...build } of leased) {
    const expiredAt = leaseUntil?.getTime() ?? 0;
    if (expiredAt >= now.getTime()) break;
    if (expiredAt >= stalledSince.getTime()) {
      buildChanges.announce(build);
      await recordStall(ctx, build.buildId);
    }
    if (mayExpire && expiredAt + leaseMs() < now.getTime()) await expireBuild(ctx, build.buildId);
  }
  for (const build of await listSilenced(ctx, stalledSince)) buildChanges.announce(build);
  if (leased.length > 0) return true;
  const isAssigned = and(isNull(builds.finishedAt), isNotNull(builds.workerId));
  return (await lookUp(ctx, (reader) => reader.$count(builds, isAssigned))) > 0;
}

/** Builds whose worker went offline since an instant. */
function listSilenced(ctx: Context, since: Date) {
  const offlineAt = sql`${buildWorkers.lastSeenAt} + ${WORKER_TIMEOUT_MS} * interval '1 ms'`;
  return lookUp(ctx, (reader) =>
    reader
      .select({ buildId: builds.id, tenantId: builds.tenantId, appId: builds.appId })
      .from(buildWorkers)
      .innerJoin(builds, eq(builds.workerId, buildWorkers.id))
      .where(
        and(
          isNull(builds.finishedAt),
          sql`${offlineAt} between ${since.toISOString()}::timestamptz and ${ctx.now().toISOString()}::timestamptz`,
        ),
      )
      .limit(BATCH_SIZE),
  );
}

/** Records `build.stalled` once per expired lease, also when several processes detect it. */
async function recordStall(ctx: Context, buildId: string): Promise<void> {
  await withTransaction(ctx, async ({ open: { tx } }) => {
    const recorded = tx
      .select({ id: domainEvents.id })
      .from(domainEvents)
      .where(
        and(
          eq(domainEvents.subjectId, builds.id),
          eq(domainEvents.type, "build.stalled"),
          sql`${domainEvents.occurredAt} >= ${builds.leaseUntil}`,
        ),
      );
    const [build] = await tx
      .select()
      .from(builds)
      .where(
        and(
          eq(builds.id, buildId),
          isNull(builds.finishedAt),
          lt(builds.leaseUntil, ctx.now()),
          notExists(recorded),
        ),
      )
      .for("update", { skipLocked: true });
    if (build) await recordEvent(tx, ctx, buildStalled(build));
  });
}
