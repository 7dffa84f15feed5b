import { and, eq } from "drizzle-orm";
import { archiveObjects, archives } from "@/db/schema/index.ts";
import { requirePermission } from "../platform/authorize.ts";
import type { TenantContext } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { mutate, read, type TransactionContext, withTransaction } from "../platform/mutate.ts";
import { RESPONSE_TIMEOUT_MS, withTimeout } from "../platform/timeouts.ts";
import { objectStore } from "../storage/object-store.ts";
import { type ArchiveFacts, validateArchive } from "./judge.ts";
import { LISTING_TYPE_OF } from "./manifest.ts";
import { archiveKey } from "./policy.ts";
import { checkAgainstPredecessor } from "./service.ts";
import type { ArchiveView } from "./view.ts";

interface Upload {
  sha256: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Takes a plugin's archive under the SHA-256 of its bytes. Needs `MARKETPLACE_PUBLISH`. The bytes are judged as they
 * arrive, whoever has uploaded them before: to know a digest gives no right to what it stands for. They are stored once
 * for all tenants, and only when they are in order. An archive that no listing refers to is collected after a day.
 * @throws AppError `PERMISSION_DENIED`; `ARCHIVE_REJECTED` with every finding; `UNAVAILABLE` without the object store
 */
export async function uploadArchive(
  ctx: TenantContext,
  upload: Upload,
): Promise<{ archive: ArchiveView; isNew: boolean }> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  const { sha256 } = upload;
  const isStored = await withTimeout(announceUpload(ctx, sha256), RESPONSE_TIMEOUT_MS);
  const { bytes, facts } = validateArchive(upload.bytes, sha256);
  if (isStored) await readToEnd(bytes);
  else await objectStore().put(archiveKey(sha256), bytes);
  return withTimeout(keepArchive(ctx, sha256, facts()), RESPONSE_TIMEOUT_MS);
}

/**
 * What would be said of an archive, and of a listing of it: it is judged as it arrives and compared with the version
 * before, and nothing is stored. Needs `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `ARCHIVE_REJECTED` with every finding
 */
export async function dryRunUpload(ctx: TenantContext, upload: Upload): Promise<ArchiveView> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  const { bytes, facts } = validateArchive(upload.bytes, upload.sha256);
  await readToEnd(bytes);
  const { manifest } = facts();
  const { slug, version } = manifest;
  const type = LISTING_TYPE_OF[manifest.type];
  const comparing = read(ctx, (tx) => checkAgainstPredecessor(tx, { type, slug, version, manifest }));
  await withTimeout(comparing, RESPONSE_TIMEOUT_MS);
  return viewOf({ sha256: upload.sha256, ...facts() });
}

/** Leaves word of an upload before its first byte is stored, which keeps collectors away; says whether it is needed. */
async function announceUpload(ctx: TenantContext, sha256: string): Promise<boolean> {
  const touchedAt = ctx.now();
  const [object] = await read(ctx, (tx) =>
    tx
      .insert(archiveObjects)
      .values({ sha256, touchedAt })
      .onConflictDoUpdate({ target: archiveObjects.sha256, set: { touchedAt } })
      .returning(),
  );
  return object?.storedAt != null && (await objectStore().head(archiveKey(sha256))) !== null;
}

/** Gives the tenant its right to the archive. The object's row is the lock between those who do so at once. */
async function keepArchive(
  ctx: TenantContext,
  sha256: string,
  facts: ArchiveFacts,
): Promise<{ archive: ArchiveView; isNew: boolean }> {
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const now = ctx.now();
    const [object] = await tx
      .update(archiveObjects)
      .set({ storedAt: now, touchedAt: now })
      .where(eq(archiveObjects.sha256, sha256))
      .returning();
    if (!object) throw new AppError("UNAVAILABLE", "The upload took too long. Send it again.");
    const [known] = await tx
      .update(archives)
      .set({ touchedAt: now })
      .where(and(eq(archives.tenantId, ctx.tenant.id), eq(archives.sha256, sha256)))
      .returning();
    const row = known ?? (await insertArchive(joined, sha256, facts));
    return { archive: viewOf(row), isNew: !known };
  });
}

function insertArchive(ctx: TransactionContext<TenantContext>, sha256: string, facts: ArchiveFacts) {
  const { sizeBytes, unpackedBytes, fileCount, manifest } = facts;
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
    if (!row) throw new Error("the archive was not stored");
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

function viewOf(archive: {
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
