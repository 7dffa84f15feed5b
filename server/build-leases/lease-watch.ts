import { and, asc, lt, sql } from "drizzle-orm";
import { builds } from "@/db/schema/index.ts";
import { announceBuildChange } from "../build-records/changes.ts";
import { type Context, systemContext } from "../platform/context.ts";
import { log } from "../platform/log.ts";
import { read } from "../platform/mutate.ts";
import { leaseMs } from "./lease.ts";
import { expireBuild } from "./release-lease.ts";
import { recordStall } from "./stall.ts";

export interface LeaseWatch {
  stop: () => Promise<void>;
}

const MAX_PAUSE_MS = 5_000;
const LOOKS_PER_LEASE = 10;
/** Looked at in one go; the next look goes on. */
const BUILDS_PER_LOOK = 100;

/**
 * Watches over the leases of claimed builds from this process, for as long as it runs: one that ran out is announced, so
 * that open pages show the build as stalled, and one that ran out a lease ago ends the build.
 */
export function startLeaseWatch(): LeaseWatch {
  const ctx = systemContext("dispatch");
  const pauseMs = Math.min(MAX_PAUSE_MS, leaseMs() / LOOKS_PER_LEASE);
  const watch = { lookedAt: Date.now(), heardSince: Date.now() };
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  let isStopping = false;
  const look = async (): Promise<void> => {
    try {
      const now = Date.now();
      // While this process slept or the database was away no worker could be heard, so nobody counts as silent for that.
      if (now - watch.lookedAt > leaseMs() / 2 + pauseMs) watch.heardSince = now;
      const { heardSince, lookedAt } = watch;
      await checkLeases(ctx, { stalledSince: new Date(lookedAt), maySettle: now - heardSince >= leaseMs() });
      watch.lookedAt = now;
    } catch (error) {
      if (!isStopping) log().warn({ err: error }, "leases could not be looked at");
    }
    if (!isStopping) timer = setTimeout(again, pauseMs).unref();
  };
  const again = (): void => {
    looking = look();
  };
  again();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/**
 * Announces the builds whose lease ran out since `stalledSince`, and gives up those that had as long again; the latter
 * only when `maySettle`, that is when their workers could have been heard all that time.
 */
export async function checkLeases(
  ctx: Context,
  { stalledSince, maySettle }: { stalledSince: Date; maySettle: boolean },
): Promise<void> {
  const now = ctx.now();
  const overdue = await read(ctx, (tx) =>
    tx
      .select({
        buildId: builds.id,
        tenantId: builds.tenantId,
        appId: builds.appId,
        leaseUntil: builds.leaseUntil,
      })
      .from(builds)
      .where(and(sql`${builds.finishedAt} is null`, lt(builds.leaseUntil, now)))
      .orderBy(asc(builds.leaseUntil))
      .limit(BUILDS_PER_LOOK),
  );
  for (const { leaseUntil, ...build } of overdue) {
    const ranOutAt = leaseUntil?.getTime() ?? 0;
    if (ranOutAt >= stalledSince.getTime()) {
      announceBuildChange(build);
      await recordStall(ctx, build.buildId);
    }
    if (maySettle && ranOutAt + leaseMs() < now.getTime()) await expireBuild(ctx, build.buildId);
  }
}
