import { and, eq, isNull, lt, notExists } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { archiveObjects, archives, listings } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read, writeUnaudited } from "@/server/core/transactions.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { DAY_MS } from "@/shared/time.ts";
import { deletePictures } from "./pictures.ts";
import { archiveKey } from "./policy.ts";

const RETENTION_MS = DAY_MS;
const BATCH_SIZE = 500;

/**
 * Garbage collection of archives: deletes a tenant's archive that no listing refers to, `RETENTION_MS` after its last upload,
 * then the objects without an archive, including those of broken uploads. Safe beside uploads and publishing: an upload
 * touches its object's row before the first byte, and publishing locks the archive's row.
 */
export async function collectArchives(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS);
  for (const { tenantId, sha256 } of await listUnlisted(ctx, before)) {
    await collectArchive(ctx, { tenantId, sha256, before });
  }
  for (const sha256 of await listOrphanedObjects(ctx, before)) {
    await collectObject(ctx, sha256, before);
  }
}

function listUnlisted(ctx: Context, before: Date) {
  return read(ctx, (tx) =>
    tx
      .select({ tenantId: archives.tenantId, sha256: archives.sha256 })
      .from(archives)
      .where(and(lt(archives.touchedAt, before), notExists(listingsOf(tx))))
      .limit(BATCH_SIZE),
  );
}

const listingsOf = (tx: Reader) =>
  tx
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.tenantId, archives.tenantId), eq(listings.archiveSha256, archives.sha256)));

/** Checks again under the row's lock, in a second statement: a listing may refer to the archive by now. */
async function collectArchive(
  ctx: Context,
  { tenantId, sha256, before }: { tenantId: string; sha256: string; before: Date },
): Promise<void> {
  const isExpired = and(
    eq(archives.tenantId, tenantId),
    eq(archives.sha256, sha256),
    lt(archives.touchedAt, before),
  );
  const inUse = new Error("the archive is in use");
  try {
    await mutate(ctx, "archive.collect", async (tx) => {
      const [locked] = await tx.select().from(archives).where(isExpired).for("update", { skipLocked: true });
      if (!locked) throw inUse;
      const [deleted] = await tx
        .delete(archives)
        .where(and(isExpired, notExists(listingsOf(tx))))
        .returning();
      if (!deleted) throw inUse;
      return { result: undefined, audit: { type: "archive", id: sha256, tenantId } };
    });
  } catch (error) {
    if (error !== inUse) throw error;
  }
}

function listOrphanedObjects(ctx: Context, before: Date): Promise<string[]> {
  return read(ctx, async (tx) => {
    const rows = await tx
      .select({ sha256: archiveObjects.sha256 })
      .from(archiveObjects)
      .where(and(lt(archiveObjects.touchedAt, before), notExists(archivesOf(tx))))
      .limit(BATCH_SIZE);
    return rows.map(({ sha256 }) => sha256);
  });
}

const archivesOf = (tx: Reader) =>
  tx.select({ sha256: archives.sha256 }).from(archives).where(eq(archives.sha256, archiveObjects.sha256));

/**
 * Marks the object as not stored, deletes it, then deletes its row. After a crash in between, the next run continues from
 * the row, and a concurrent upload stores the bytes again.
 */
async function collectObject(ctx: Context, sha256: string, before: Date): Promise<void> {
  const isExpired = and(eq(archiveObjects.sha256, sha256), lt(archiveObjects.touchedAt, before));
  const lockRow = (tx: Transaction, where = isExpired) =>
    tx
      .select({ pictures: archiveObjects.pictures })
      .from(archiveObjects)
      .where(where)
      .for("update", { skipLocked: true });
  await writeUnaudited(ctx, async (tx) => {
    if ((await lockRow(tx)).length === 0) return;
    await tx
      .update(archiveObjects)
      .set({ storedAt: null })
      .where(and(isExpired, notExists(archivesOf(tx))));
  });
  await writeUnaudited(ctx, async (tx) => {
    const isUnstored = and(isExpired, isNull(archiveObjects.storedAt));
    const [object] = await lockRow(tx, isUnstored);
    if (!object) return;
    // An upload of the same bytes waits for this lock.
    await objectStore().delete(archiveKey(sha256));
    await deletePictures(sha256, object.pictures);
    await tx.delete(archiveObjects).where(isUnstored);
  });
}
