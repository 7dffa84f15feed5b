import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { archiveObjects, archives } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "@/server/core/timeouts.ts";
import {
  mutate,
  read,
  type TransactionContext,
  withTransaction,
  writeUnaudited,
} from "@/server/core/transactions.ts";
import { withdrawDeletions } from "@/server/storage/garbage-collection.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { AppError } from "@/shared/errors.ts";
import { LISTING_TYPE_OF } from "@/shared/plugin/manifest.ts";
import { type ArchiveMetadata, validateArchive } from "@/shared/plugin/validate-archive.ts";
import { picturePrefix, preparePictures, type StoredPicture, storePictures } from "./pictures.ts";
import { archiveKey } from "./policy.ts";
import { checkAgainstPredecessor } from "./service.ts";

interface Upload {
  sha256: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Uploads a plugin's archive under the SHA-256 of its bytes. Needs `MARKETPLACE_PUBLISH`. Bytes are always transferred and
 * validated, also if another tenant uploaded them: knowing a digest does not grant access. Valid bytes are stored once for
 * all tenants. An archive without a listing is garbage-collected after a day.
 * @throws AppError `PERMISSION_DENIED`; `ARCHIVE_REJECTED` with every finding; `UNAVAILABLE` without the object store
 */
export async function uploadArchive(
  ctx: TenantContext,
  upload: Upload,
): Promise<{ archive: ArchiveView; isNew: boolean }> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  const { sha256 } = upload;
  const isStored = await withTimeout(touchObject(ctx, sha256), RESPONSE_TIMEOUT_MS);
  const pictures: StoredPicture[] = [];
  const { bytes, metadata } = validateArchive(upload.bytes, sha256, async ({ media }) => {
    pictures.push(...(await storePictures(ctx, sha256, await preparePictures(media.pictures))));
  });
  if (isStored) await readToEnd(bytes);
  else await objectStore().put(archiveKey(sha256), bytes);
  return withTimeout(recordArchive(ctx, sha256, { ...metadata(), pictures }), RESPONSE_TIMEOUT_MS);
}

/**
 * Dry run of an upload: validates the archive and compares it with its predecessor; stores nothing. Needs
 * `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `ARCHIVE_REJECTED` with every finding
 */
export async function dryRunUpload(ctx: TenantContext, upload: Upload): Promise<ArchiveView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  const { bytes, metadata } = validateArchive(upload.bytes, upload.sha256, async ({ media }) => {
    await preparePictures(media.pictures);
  });
  await readToEnd(bytes);
  const { manifest } = metadata();
  const { slug, version } = manifest;
  const type = LISTING_TYPE_OF[manifest.type];
  const comparing = read(ctx, (tx) => checkAgainstPredecessor(tx, { type, slug, version, manifest }));
  await withTimeout(comparing, RESPONSE_TIMEOUT_MS);
  return toArchiveView({ sha256: upload.sha256, ...metadata() });
}

/** Touches the object's row before the upload, which keeps the garbage collector away. @returns true if it is stored */
async function touchObject(ctx: TenantContext, sha256: string): Promise<boolean> {
  const touchedAt = ctx.now();
  const object = await writeUnaudited(ctx, async (tx) => {
    const [touched] = await tx
      .insert(archiveObjects)
      .values({ sha256, touchedAt })
      .onConflictDoUpdate({ target: archiveObjects.sha256, set: { touchedAt } })
      .returning({ storedAt: archiveObjects.storedAt });
    await withdrawDeletions(tx, archiveKey(sha256), picturePrefix(sha256));
    return touched;
  });
  return object?.storedAt != null && (await objectStore().head(archiveKey(sha256))) !== null;
}

/** Records the archive for the tenant. The object's row serializes concurrent uploads. */
async function recordArchive(
  ctx: TenantContext,
  sha256: string,
  metadata: ArchiveMetadata & { pictures: StoredPicture[] },
): Promise<{ archive: ArchiveView; isNew: boolean }> {
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const now = ctx.now();
    const { pictures } = metadata;
    const { readme } = metadata.media;
    const isSame = sql`${archiveObjects.readme} is not distinct from ${readme}
      and ${archiveObjects.pictures} = ${sql.param(pictures, archiveObjects.pictures)}`;
    const [object] = await tx
      .update(archiveObjects)
      .set({
        storedAt: now,
        touchedAt: now,
        readme,
        pictures,
        // Those of an older release were made with fewer pictures.
        readmeParserVersion: sql`case when ${isSame} then ${archiveObjects.readmeParserVersion} end`,
      })
      .where(eq(archiveObjects.sha256, sha256))
      .returning({ sha256: archiveObjects.sha256 });
    if (!object) throw new AppError("UNAVAILABLE", "The upload timed out. Try again.");
    const [existing] = await tx
      .update(archives)
      .set({ touchedAt: now })
      .where(and(eq(archives.tenantId, ctx.tenant.id), eq(archives.sha256, sha256)))
      .returning();
    const row = existing ?? (await insertArchive(joined, sha256, metadata));
    return { archive: toArchiveView(row), isNew: !existing };
  });
}

function insertArchive(ctx: TransactionContext<TenantContext>, sha256: string, metadata: ArchiveMetadata) {
  const { sizeBytes, unpackedBytes, fileCount, manifest } = metadata;
  return mutate(ctx, "archive.upload", async (tx) => {
    const [row] = await tx
      .insert(archives)
      .values({
        tenantId: ctx.tenant.id,
        sha256,
        sizeBytes: BigInt(sizeBytes),
        unpackedBytes: BigInt(unpackedBytes),
        fileCount,
        manifest,
        createdAt: ctx.now(),
        touchedAt: ctx.now(),
      })
      .returning();
    if (!row) throw new Error("the archive was not inserted");
    const { slug, version } = manifest;
    return {
      result: row,
      audit: {
        type: "archive",
        id: sha256,
        tenantId: ctx.tenant.id,
        after: { slug, version, sizeBytes, fileCount },
      },
    };
  });
}

async function readToEnd(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const iterator = bytes[Symbol.asyncIterator]();
  while (!(await iterator.next()).done);
}

function toArchiveView(archive: {
  sha256: string;
  sizeBytes: bigint | number;
  unpackedBytes: bigint | number;
  fileCount: number;
  manifest: unknown;
}): ArchiveView {
  const { sha256, sizeBytes, unpackedBytes, fileCount, manifest } = archive;
  return {
    sha256,
    sizeBytes: String(sizeBytes),
    unpackedBytes: String(unpackedBytes),
    fileCount,
    manifest: manifest as Record<string, unknown>,
  };
}

/** Uploaded archive. `unpackedBytes` and `fileCount` count regular files. */
export const ArchiveView = z.object({
  sha256: z.string(),
  sizeBytes: z.string(),
  unpackedBytes: z.string(),
  fileCount: z.number().int(),
  manifest: z.record(z.string(), z.unknown()),
});
export type ArchiveView = z.output<typeof ArchiveView>;
