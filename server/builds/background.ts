import { asc, eq } from "drizzle-orm";
import { builds, users } from "@/db/schema/index.ts";
import { findArtifact } from "../artifacts/open.ts";
import { findActorName } from "../audit/entries.ts";
import type { TenantContext } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { getBuild } from "./service.ts";
import type { BuildDetail, BuildPageDetails } from "./view.ts";

/** One build as its page shows it: all of it, and what stands around it. @throws AppError as `getBuild` */
export async function getBuildPage(
  ctx: TenantContext,
  buildId: string,
): Promise<BuildDetail & BuildPageDetails> {
  const build = await getBuild(ctx, buildId);
  const artifact = await findArtifact(ctx, build.id);
  const around = await read(ctx, async (tx) => {
    const [row] = await tx
      .select({
        gitRef: builds.gitRef,
        endReason: builds.endReason,
        leaseUntil: builds.leaseUntil,
        createdBy: users.name,
      })
      .from(builds)
      .leftJoin(users, eq(users.id, builds.createdBy))
      .where(eq(builds.id, build.id));
    const retries = await tx
      .select({ id: builds.id, number: builds.number, status: builds.status })
      .from(builds)
      .where(eq(builds.retryOf, build.id))
      .orderBy(asc(builds.number));
    const [original] = build.retryOf
      ? await tx.select({ number: builds.number }).from(builds).where(eq(builds.id, build.retryOf))
      : [];
    const cancelledBy =
      row?.endReason === "CANCELLED"
        ? await findActorName(tx, "build.cancel", { type: "build", id: build.id, tenantId: ctx.tenant.id })
        : null;
    return { row, retries, original, cancelledBy };
  });
  return {
    ...build,
    gitRef: around.row?.gitRef ?? null,
    endReason: around.row?.endReason ?? null,
    cancelledBy: around.cancelledBy,
    leaseUntil: around.row?.leaseUntil?.toISOString() ?? null,
    createdBy: around.row?.createdBy ?? null,
    retries: around.retries,
    retryOfNumber: around.original?.number ?? null,
    storedArtifact: artifact && {
      fileName: artifact.fileName,
      sizeBytes: artifact.sizeBytes,
      sha256: artifact.sha256,
    },
  };
}
