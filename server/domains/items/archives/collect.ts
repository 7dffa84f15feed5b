import { and, eq, lt, notExists, type SQL, sql } from "drizzle-orm";
import { QueryBuilder } from "drizzle-orm/pg-core";
import { archiveObjects, archives, listings } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { isUsualShare, queueDeletions, withStatedScope } from "@/server/storage/garbage-collection.ts";
import { DAY_MS } from "@/shared/time.ts";
import { listPictureKeys } from "./pictures.ts";
import { archiveKey } from "./policy.ts";

const RETENTION_MS = DAY_MS;
const BATCH_SIZE = 500;

/**
 * Garbage collection of archives: deletes a tenant's archive that no listing refers to, `RETENTION_MS` after its last upload,
 * then the objects without an archive, including those of broken uploads. Foreign keys prove that a deleted row was
 * garbage. Safe beside uploads and publishing: an upload touches its object's row before the first byte and withdraws a
 * queued deletion, and publishing locks the archive's row.
 */
export async function collectArchives(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS);
  const isUnlisted = allOf(lt(archives.touchedAt, before), notExists(LISTINGS));
  if (await isUsualShare(ctx, "archives", sql`${archives}`, isUnlisted))
    await collectUnlisted(ctx, isUnlisted);
  const isOrphaned = allOf(lt(archiveObjects.touchedAt, before), notExists(ARCHIVES));
  if (await isUsualShare(ctx, "archive objects", sql`${archiveObjects}`, isOrphaned))
    await collectOrphaned(ctx, isOrphaned);
}

const allOf = (...conditions: SQL[]): SQL => sql`${and(...conditions)}`;

const LISTINGS = new QueryBuilder()
  .select({ id: listings.id })
  .from(listings)
  .where(and(eq(listings.tenantId, archives.tenantId), eq(listings.archiveSha256, archives.sha256)));

const ARCHIVES = new QueryBuilder()
  .select({ sha256: archives.sha256 })
  .from(archives)
  .where(eq(archives.sha256, archiveObjects.sha256));

async function collectUnlisted(ctx: Context, isUnlisted: SQL): Promise<void> {
  const unlisted = await withStatedScope(ctx, ({ open: { tx } }) =>
    tx
      .select({ tenantId: archives.tenantId, sha256: archives.sha256 })
      .from(archives)
      .where(isUnlisted)
      .limit(BATCH_SIZE),
  );
  for (const { tenantId, sha256 } of unlisted) {
    const isArchive = allOf(eq(archives.tenantId, tenantId), eq(archives.sha256, sha256));
    await withStatedScope(ctx, async (joined) => {
      const { tx } = joined.open;
      const [locked] = await tx
        .select()
        .from(archives)
        .where(and(isArchive, isUnlisted))
        .for("update", { skipLocked: true });
      if (!locked) return;
      await mutate(joined, "archive.collect", async () => {
        // Checked again by a second statement, under the lock: a listing may refer to the archive by now.
        const deleted = await tx.delete(archives).where(and(isArchive, isUnlisted)).returning();
        return {
          result: undefined,
          audit: deleted.length > 0 ? { type: "archive", id: sha256, tenantId } : null,
        };
      });
    });
  }
}

async function collectOrphaned(ctx: Context, isOrphaned: SQL): Promise<void> {
  const orphaned = await withStatedScope(ctx, ({ open: { tx } }) =>
    tx.select({ sha256: archiveObjects.sha256 }).from(archiveObjects).where(isOrphaned).limit(BATCH_SIZE),
  );
  for (const { sha256 } of orphaned) {
    const isObject = eq(archiveObjects.sha256, sha256);
    await withStatedScope(ctx, async ({ open: { tx } }) => {
      const [locked] = await tx
        .select({ pictures: archiveObjects.pictures })
        .from(archiveObjects)
        .where(and(isObject, isOrphaned))
        .for("update", { skipLocked: true });
      if (!locked) return;
      const deleted = await tx
        .delete(archiveObjects)
        .where(and(isObject, isOrphaned))
        .returning({ sha256: archiveObjects.sha256 });
      if (deleted.length === 0) return;
      await queueDeletions(tx, [archiveKey(sha256), ...listPictureKeys(sha256, locked.pictures)]);
    });
  }
}
