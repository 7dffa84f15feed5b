import { and, eq, type SQL } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { builds } from "@/db/schema/index.ts";
import type { TenantContext } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";

/** What other domains know of a build. */
export type BuildFacts = Pick<
  typeof builds.$inferSelect,
  "id" | "tenantId" | "status" | "workerId" | "artifactPath" | "finishedAt"
>;

/** The build if it is the tenant's; another tenant's is as absent as none. @throws AppError `NOT_FOUND` */
export function getBuildInTenant(tx: Transaction, ctx: TenantContext, buildId: string): Promise<BuildFacts> {
  return findFacts(tx, buildId, eq(builds.tenantId, ctx.tenant.id));
}

/**
 * The build that a worker works on or has worked on last.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` when the build is not that worker's
 */
export async function getWorkerBuild(
  tx: Transaction,
  buildId: string,
  workerId: string,
): Promise<BuildFacts> {
  const build = await findFacts(tx, buildId);
  if (build.workerId === workerId) return build;
  throw new AppError("INVALID_TRANSITION", `The build is not the worker ${workerId}'s.`);
}

/** @throws AppError `NOT_FOUND`, `BUILD_ALREADY_FINISHED` */
export async function getUnfinishedBuild(tx: Transaction, buildId: string): Promise<BuildFacts> {
  const build = await findFacts(tx, buildId);
  if (!build.finishedAt) return build;
  throw new AppError(
    "BUILD_ALREADY_FINISHED",
    `The build is ${build.status}; its artifact stays what it is.`,
  );
}

async function findFacts(tx: Transaction, buildId: string, scope?: SQL): Promise<BuildFacts> {
  const [build] = await tx
    .select({
      id: builds.id,
      tenantId: builds.tenantId,
      status: builds.status,
      workerId: builds.workerId,
      artifactPath: builds.artifactPath,
      finishedAt: builds.finishedAt,
    })
    .from(builds)
    .where(and(eq(builds.id, buildId), scope));
  if (!build) throw notFound("build");
  return build;
}
