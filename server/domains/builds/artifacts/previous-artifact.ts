import { and, desc, eq, isNotNull, lt } from "drizzle-orm";
import { builds } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";

/** Artifact of the last successful build before another one of the same app and platform. */
export interface PreviousArtifact {
  buildId: string;
  number: number;
  sizeBytes: number;
}

/** Null without such a build. Needs `BUILDS_READ`. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function findPreviousArtifact(
  ctx: TenantContext,
  buildId: string,
): Promise<PreviousArtifact | null> {
  requirePermission(ctx, "BUILDS_READ");
  return read(ctx, async (tx) => {
    const [build] = await tx
      .select({ appId: builds.appId, platform: builds.platform, number: builds.number })
      .from(builds)
      .where(and(eq(builds.id, buildId), eq(builds.tenantId, ctx.tenant.id)));
    if (!build) throw notFound("build");
    const [previous] = await tx
      .select({ buildId: builds.id, number: builds.number, sizeBytes: builds.sizeBytes })
      .from(builds)
      .where(
        and(
          eq(builds.appId, build.appId),
          eq(builds.platform, build.platform),
          eq(builds.status, "COMPLETED"),
          lt(builds.number, build.number),
          isNotNull(builds.sizeBytes),
        ),
      )
      .orderBy(desc(builds.number))
      .limit(1);
    return previous ? { ...previous, sizeBytes: Number(previous.sizeBytes) } : null;
  });
}
