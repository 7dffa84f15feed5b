import { and, eq } from "drizzle-orm";
import { buildArtifacts } from "@/db/schema/index.ts";
import { getBuildInTenant } from "../build-records/find.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { read } from "../platform/mutate.ts";
import type { Download } from "../storage/object-store.ts";
import { objectStore } from "../storage/object-store.ts";
import { artifactIdOf, artifactKey } from "./path.ts";

/**
 * The artifact of a build as a download. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND` also where the reported path is none of the platform's own
 */
export async function openArtifact(ctx: TenantContext, buildId: string): Promise<Download> {
  requirePermission(ctx, "BUILDS_READ");
  const artifact = await findArtifact(ctx, buildId);
  if (!artifact) throw notFound("artifact: this build has none that is stored here");
  const { fileName, sizeBytes, sha256 } = artifact;
  const open: Download["open"] = async (range) => {
    const stored = await objectStore().get(artifactKey(artifact), range);
    if (!stored) throw new Error(`the artifact ${artifact.id} is missing in the object store`);
    return stored.body;
  };
  return { fileName, sizeBytes, sha256, open };
}

/** The stored artifact that the build's worker reported; null where it reported none or one that is elsewhere. */
export async function findArtifact(ctx: TenantContext, buildId: string) {
  return read(ctx, async (tx) => {
    const build = await getBuildInTenant(tx, ctx, buildId);
    const id = artifactIdOf(buildId, build.artifactPath);
    if (!id) return null;
    const [artifact] = await tx
      .select()
      .from(buildArtifacts)
      .where(and(eq(buildArtifacts.id, id), eq(buildArtifacts.buildId, buildId)));
    return artifact ?? null;
  });
}
