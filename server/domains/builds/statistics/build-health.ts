import { and, eq, gte, inArray, isNull, lt, type SQL } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";
import { isStuck } from "../filters.ts";
import type { BuildHealth, FinishedBuilds } from "../view.ts";

/**
 * Health of the builds of all tenants: failures of the last 24 hours and of the 24 hours before, and the builds that are
 * stuck, running and queued now. For Super Admins.
 */
export async function getBuildHealth(ctx: Context): Promise<BuildHealth> {
  const admin = requireSuperAdmin(ctx);
  const now = admin.now();
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  return read(admin, async (tx) => ({
    lastDay: await countFinished(tx, gte(builds.finishedAt, daysAgo(1))),
    dayBefore: await countFinished(
      tx,
      and(gte(builds.finishedAt, daysAgo(2)), lt(builds.finishedAt, daysAgo(1))),
    ),
    stuck: await tx.$count(builds, isStuck(now)),
    running: await tx.$count(builds, and(isNull(builds.finishedAt), eq(builds.status, "IN_PROGRESS"))),
    queued: await tx.$count(builds, and(isNull(builds.finishedAt), eq(builds.status, "QUEUED"))),
  }));
}

async function countFinished(tx: Reader, inPeriod: SQL | undefined): Promise<FinishedBuilds> {
  return {
    finished: await tx.$count(builds, and(inArray(builds.status, ["COMPLETED", "FAILED"]), inPeriod)),
    failed: await tx.$count(builds, and(eq(builds.status, "FAILED"), inPeriod)),
  };
}
