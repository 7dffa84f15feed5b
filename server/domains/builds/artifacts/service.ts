import { and, asc, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { z } from "zod";
import { buildArtifacts, builds } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { findSecretMask } from "@/server/domains/apps/variables/secret-masks.ts";
import { isUsualShare, queueDeletions, withStatedScope } from "@/server/storage/garbage-collection.ts";
import { type Download, objectStore } from "@/server/storage/object-store.ts";
import { notFound, validationFailed } from "@/shared/errors.ts";
import { plainText } from "@/shared/text/text.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { DAY_MS } from "@/shared/time.ts";
import { getBuildInTenant, getUnfinishedBuild } from "../records/service.ts";

export const UploadArtifact = z.object({
  fileName: z
    .string()
    .transform((name) => name.normalize())
    .pipe(plainText(255, 1))
    .refine((name) => !/[/\\]/.test(name) && name !== "." && name !== "..", {
      message: "must be a file name without slashes",
    })
    .default("artifact"),
});
export type UploadArtifact = z.output<typeof UploadArtifact>;

/** Stored artifact: the path for the worker's report, and the measured size and digest. */
export const StoredArtifact = z.object({
  artifactPath: z.string(),
  sizeBytes: z.string(),
  sha256: z.string(),
});
export type StoredArtifact = z.output<typeof StoredArtifact>;

/**
 * Stores an artifact of an unfinished build, with secrets in its name replaced. It counts once the worker reports its path.
 * Each upload has its own path, so a reported artifact never changes.
 * @throws AppError `NOT_FOUND`, `BUILD_ALREADY_FINISHED`; `VALIDATION_FAILED` for an empty or broken body; `UNAVAILABLE`
 */
export async function storeArtifact(
  ctx: Context,
  buildId: string,
  { fileName }: UploadArtifact,
  bytes: AsyncIterable<Uint8Array>,
): Promise<StoredArtifact> {
  const { tenantId } = await read(ctx, (tx) => getUnfinishedBuild(tx, buildId));
  const mask = await findSecretMask(ctx.db.systemDb.orm, buildId);
  const artifact = { id: ctx.newId(), tenantId, buildId, fileName: mask?.mask(fileName) ?? fileName };
  const { sizeBytes, sha256 } = await objectStore().put(artifactKey(artifact), rejectEmpty(bytes));
  await mutate(ctx, "build.store_artifact", async (tx) => {
    await tx.insert(buildArtifacts).values({ ...artifact, sizeBytes, sha256, storedAt: ctx.now() });
    const after = { fileName: artifact.fileName, sizeBytes, sha256 };
    return { result: undefined, audit: { type: "build", id: buildId, tenantId, after } };
  });
  return { artifactPath: artifactPath(artifact), sizeBytes: String(sizeBytes), sha256 };
}

/**
 * Artifact of a build as a download. Needs `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`; `NOT_FOUND`, also if the reported path is not the platform's
 */
export async function openArtifact(ctx: TenantContext, buildId: string): Promise<Download> {
  requirePermission(ctx, "BUILDS_READ");
  const artifact = await findArtifact(ctx, buildId);
  if (!artifact) throw notFound("artifact");
  const { fileName, sizeBytes, sha256 } = artifact;
  const open: Download["open"] = async (range) => {
    const stored = await objectStore().get(artifactKey(artifact), range);
    if (!stored) throw new Error(`the artifact ${artifact.id} is missing in the object store`);
    return stored.body;
  };
  return { fileName, sizeBytes, sha256, open };
}

/** Stored artifact that the worker reported; null without one, or if the reported path is not the platform's. */
export async function findArtifact(ctx: TenantContext, buildId: string) {
  return read(ctx, async (tx) => {
    const build = await getBuildInTenant(tx, ctx, buildId);
    const id = parseArtifactId(buildId, build.artifactPath);
    if (!id) return null;
    const [artifact] = await tx
      .select()
      .from(buildArtifacts)
      .where(and(eq(buildArtifacts.id, id), eq(buildArtifacts.buildId, buildId)));
    return artifact ?? null;
  });
}

export const artifactKey = ({ id, tenantId, buildId }: { id: string; tenantId: string; buildId: string }) =>
  `artifacts/${tenantId}/${buildId}/${id}`;

const artifactPath = (artifact: { id: string; buildId: string; fileName: string }): string =>
  `artifacts/${artifact.buildId}/${artifact.id}/${artifact.fileName}`;

/** Artifact id in an `artifactPath` of the build; null for any other path. */
function parseArtifactId(buildId: string, path: string | null): string | null {
  const [root, build, id] = path?.split("/") ?? [];
  return root === "artifacts" && build === buildId && id !== undefined && isUuid(id) ? id : null;
}

async function* rejectEmpty(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  for await (const chunk of bytes) {
    isEmpty &&= chunk.byteLength === 0;
    yield chunk;
  }
  if (isEmpty) throw validationFailed([{ path: "", message: "the artifact is empty" }]);
}

/** Null without such a build. Needs `BUILDS_READ`. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function findPreviousArtifact(ctx: TenantContext, buildId: string) {
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

const RETENTION_MS = DAY_MS;
const BATCH_SIZE = 200;

/** Garbage collection: deletes artifacts of ended builds that no report named, `RETENTION_MS` after the upload. */
export async function purgeUnreportedArtifacts(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS).toISOString();
  const isUnreported = sql`${buildArtifacts.storedAt} < ${before} and exists (
    select from ${builds} where ${builds.id} = ${buildArtifacts.buildId} and ${builds.finishedAt} is not null and (
      ${builds.artifactPath} is null
      or ${builds.artifactPath} not like 'artifacts/' || ${builds.id} || '/' || ${buildArtifacts.id} || '/%'))`;
  if (!(await isUsualShare(ctx, "artifacts", sql`${buildArtifacts}`, isUnreported))) return;
  await withStatedScope(ctx, async ({ open: { tx } }) => {
    const { id, tenantId, buildId } = buildArtifacts;
    const unreported = tx
      .select({ id })
      .from(buildArtifacts)
      .where(isUnreported)
      .orderBy(asc(buildArtifacts.storedAt))
      .limit(BATCH_SIZE);
    const deleted = await tx
      .delete(buildArtifacts)
      .where(inArray(id, unreported))
      .returning({ id, tenantId, buildId });
    await queueDeletions(tx, deleted.map(artifactKey));
  });
}
