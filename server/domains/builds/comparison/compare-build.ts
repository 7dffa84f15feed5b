import { and, desc, eq, isNotNull, lt, lte, sql } from "drizzle-orm";
import { builds } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { readVariablesOf } from "@/server/domains/apps/variables/build-variables.ts";
import { compareVariables, type VariableChanges } from "@/server/domains/apps/variables/compare-variables.ts";
import { notFound } from "@/shared/errors.ts";
import { compareInputs, type InputChanges } from "../inputs/compare-inputs.ts";
import { readDescribedInputs } from "../inputs/described-inputs.ts";

const MAX_SIZES = 20;

const COMPARED_COLUMNS = {
  id: builds.id,
  number: builds.number,
  version: builds.version,
  gitRef: builds.gitRef,
  gitCommit: builds.gitCommit,
  workerId: builds.workerId,
  sizeBytes: sql<string | null>`${builds.sizeBytes}::text`,
  startedAt: builds.startedAt,
  finishedAt: builds.finishedAt,
};

/**
 * Comparison of a build with the last completed one before it, of the same app and platform; null without one. Of variables
 * it holds names alone. Each read is of a range of an index. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function compareBuild(ctx: TenantContext, buildId: string): Promise<BuildComparison | null> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, async (tx) => {
    const [row] = await tx
      .select({ ...COMPARED_COLUMNS, appId: builds.appId, platform: builds.platform })
      .from(builds)
      .where(and(eq(builds.id, buildId), eq(builds.tenantId, ctx.tenant.id)));
    if (!row) throw notFound("build");
    const { appId, platform, ...build } = row;
    const completed = and(
      eq(builds.appId, appId),
      eq(builds.platform, platform),
      eq(builds.status, "COMPLETED"),
    );
    const [base] = await tx
      .select(COMPARED_COLUMNS)
      .from(builds)
      .where(and(completed, lt(builds.number, build.number)))
      .orderBy(desc(builds.number))
      .limit(1);
    if (!base) return null;
    const variables = await readVariablesOf(tx, [build.id, base.id]);
    const [hadVariables, hasVariables] = [variables.get(base.id), variables.get(build.id)];
    const inputs = await readDescribedInputs(tx, [build.id, base.id]);
    const sizes = await tx
      .select({ number: builds.number, sizeBytes: sql<string>`${builds.sizeBytes}::text` })
      .from(builds)
      .where(and(completed, lte(builds.number, build.number), isNotNull(builds.sizeBytes)))
      .orderBy(desc(builds.number))
      .limit(MAX_SIZES);
    return {
      build: toView(build),
      base: toView(base),
      variables: hadVariables && hasVariables ? compareVariables(hadVariables, hasVariables) : null,
      inputs: compareInputs(inputs.get(base.id) ?? [], inputs.get(build.id) ?? []),
      sizes: sizes.reverse(),
    };
  });
}

type ComparedRow = Omit<ComparedBuild, "startedAt" | "finishedAt"> & {
  startedAt: Date | null;
  finishedAt: Date | null;
};

const toView = (row: ComparedRow): ComparedBuild => ({
  ...row,
  startedAt: row.startedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** Source, worker and result of a build, as compared. */
export interface ComparedBuild {
  id: string;
  number: number;
  version: string;
  gitRef: string | null;
  gitCommit: string | null;
  workerId: string | null;
  sizeBytes: string | null;
  startedAt: string | null;
  finishedAt: string | null;
}

/** A build beside the last completed one before it, of the same app and platform. */
export interface BuildComparison {
  build: ComparedBuild;
  base: ComparedBuild;
  /** Null unless workers claimed both builds: others got no variables from the platform. */
  variables: VariableChanges | null;
  inputs: InputChanges;
  /** Artifact sizes of the last completed builds up to this one, oldest first. */
  sizes: { number: number; sizeBytes: string }[];
}
