import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apps, builds } from "@/db/schema/index.ts";
import type { BuildStatus } from "@/db/schema/vocabulary.ts";
import { newestBuilds } from "./newest.ts";
import type { BuildHeadline, BuildSummary } from "./view.ts";

const SHOWN = 5;

/** How many of the tenant's builds wait and run. */
export async function countUnfinished(
  tx: Transaction,
  tenantId: string,
): Promise<Pick<BuildSummary, "queued" | "inProgress">> {
  const count = (status: BuildStatus) =>
    tx.$count(
      builds,
      and(eq(builds.tenantId, tenantId), eq(builds.status, status), isNull(builds.finishedAt)),
    );
  return { queued: await count("QUEUED"), inProgress: await count("IN_PROGRESS") };
}

/** The newest builds that have not ended. */
export const listUnfinished = (tx: Transaction, tenantId: string): Promise<BuildHeadline[]> =>
  listNewest(tx, tenantId, ["QUEUED", "IN_PROGRESS"]);

/** The builds that failed, those queued last first. */
export const listFailed = (tx: Transaction, tenantId: string): Promise<BuildHeadline[]> =>
  listNewest(tx, tenantId, ["FAILED"]);

async function listNewest(
  tx: Transaction,
  tenantId: string,
  status: BuildStatus[],
): Promise<BuildHeadline[]> {
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
    .where(sql`${builds.id} in ${newestBuilds({ tenantId, status, limit: SHOWN })}`)
    .orderBy(desc(builds.createdAt), desc(builds.id));
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    startedAt: row.startedAt?.toISOString() ?? null,
  }));
}
