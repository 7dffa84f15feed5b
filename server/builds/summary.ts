import { and, desc, eq, gte, inArray, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps, builds } from "@/db/schema/index.ts";
import { requirePermission } from "../authorize.ts";
import type { TenantContext } from "../context.ts";
import { read } from "../mutate.ts";
import type { BuildSummary } from "./view.ts";

const DAYS = 30;
const SHOWN = 5;
const DAY_MS = 86_400_000;

/**
 * The tenant's builds of the last 30 days (UTC), today included: finished ones by day, the share of them that
 * completed, their median duration in seconds, what runs now and what failed last. Needs `BUILDS_READ`.
 */
export async function summariseBuilds(ctx: TenantContext): Promise<BuildSummary> {
  requirePermission(ctx, "BUILDS_READ");
  const today = ctx.now().toISOString().slice(0, 10);
  const since = new Date(Date.parse(today) - (DAYS - 1) * DAY_MS);
  return read(ctx, async (tx) => {
    const ofPeriod = and(eq(builds.tenantId, ctx.tenant.id), gte(builds.createdAt, since));
    const counted = await countByDay(tx, ofPeriod);
    const days = Array.from({ length: DAYS }, (_, index) => {
      const day = new Date(since.getTime() + index * DAY_MS).toISOString().slice(0, 10);
      return counted.get(day) ?? { day, completed: 0, failed: 0 };
    });
    const completed = days.reduce((sum, day) => sum + day.completed, 0);
    const finished = days.reduce((sum, day) => sum + day.completed + day.failed, 0);
    const ofTenant = eq(builds.tenantId, ctx.tenant.id);
    return {
      days,
      successRate: finished === 0 ? null : completed / finished,
      medianDurationSeconds: await medianDuration(tx, ofPeriod),
      ...(await countUnfinished(tx, ofTenant)),
      unfinished: await listNewest(tx, and(ofTenant, inArray(builds.status, ["QUEUED", "IN_PROGRESS"]))),
      failed: await listNewest(tx, and(ofTenant, eq(builds.status, "FAILED"))),
    };
  });
}

type Condition = ReturnType<typeof and>;

async function countByDay(
  tx: Transaction,
  where: Condition,
): Promise<Map<string, BuildSummary["days"][number]>> {
  const rows = await tx
    .select({
      day: sql<string>`to_char(${builds.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`.as("day"),
      completed: sql<number>`count(*) filter (where ${builds.status} = 'COMPLETED')::integer`,
      failed: sql<number>`count(*) filter (where ${builds.status} = 'FAILED')::integer`,
    })
    .from(builds)
    .where(where)
    .groupBy(sql`day`);
  return new Map(rows.map((row) => [row.day, row]));
}

async function medianDuration(tx: Transaction, where: Condition): Promise<number | null> {
  const [row] = await tx
    .select({
      seconds: sql<
        number | null
      >`percentile_cont(0.5) within group (order by extract(epoch from ${builds.finishedAt} - ${builds.startedAt})::float8)`,
    })
    .from(builds)
    .where(and(where, eq(builds.status, "COMPLETED")));
  return row?.seconds ?? null;
}

async function countUnfinished(
  tx: Transaction,
  ofTenant: Condition,
): Promise<Pick<BuildSummary, "queued" | "inProgress">> {
  const [counts = { queued: 0, inProgress: 0 }] = await tx
    .select({
      queued: sql<number>`count(*) filter (where ${builds.status} = 'QUEUED')::integer`,
      inProgress: sql<number>`count(*) filter (where ${builds.status} = 'IN_PROGRESS')::integer`,
    })
    .from(builds)
    .where(and(ofTenant, inArray(builds.status, ["QUEUED", "IN_PROGRESS"])));
  return counts;
}

async function listNewest(tx: Transaction, where: Condition): Promise<BuildSummary["failed"]> {
  const rows = await tx
    .select({
      id: builds.id,
      number: builds.number,
      platform: builds.platform,
      version: builds.version,
      status: builds.status,
      createdAt: builds.createdAt,
      startedAt: builds.startedAt,
      app: { id: apps.id, name: apps.name },
    })
    .from(builds)
    .innerJoin(apps, eq(apps.id, builds.appId))
    .where(where)
    .orderBy(desc(builds.createdAt), desc(builds.id))
    .limit(SHOWN);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
  }));
}
