import { and, eq, isNull, lt, notExists } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { archiveObjects, archives, listings } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { mutate, read } from "../platform/mutate.ts";
import { objectStore } from "../storage/object-store.ts";
import { archiveKey } from "./policy.ts";

const KEPT_MS = 24 * 3_600_000;
const MOST_AT_ONCE = 500;

/**
 * Collects what was uploaded and never published: a tenant's right to an archive that no listing refers to, a day after
 * it was last uploaded, and then the bytes that no tenant has a right to any more, with what broken uploads announced.
 * An upload announces itself before its first byte, and a publisher holds its archive's row, so neither loses anything
 * to a collector that runs beside it.
 */
export async function collectArchives(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_MS);
  for (const { tenantId, sha256 } of await findUnlisted(ctx, before)) {
    await collectRight(ctx, { tenantId, sha256, before });
  }
  for (const sha256 of await findUnowned(ctx, before)) {
    await collectObject(ctx, sha256, before);
  }
}

function findUnlisted(ctx: Context, before: Date) {
  return read(ctx, (tx) =>
    tx
      .select({ tenantId: archives.tenantId, sha256: archives.sha256 })
      .from(archives)
      .where(and(lt(archives.touchedAt, before), notExists(listingsOf(tx))))
      .limit(MOST_AT_ONCE),
  );
}

const listingsOf = (tx: Transaction) =>
  tx
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.tenantId, archives.tenantId), eq(listings.archiveSha256, archives.sha256)));

/** Under the row's lock it is looked again, by a statement of its own: a publisher may have been faster. */
async function collectRight(
  ctx: Context,
  { tenantId, sha256, before }: { tenantId: string; sha256: string; before: Date },
): Promise<void> {
  const isThis = and(
    eq(archives.tenantId, tenantId),
    eq(archives.sha256, sha256),
    lt(archives.touchedAt, before),
  );
  const busy = new Error("somebody else works with the archive");
  try {
    await mutate(ctx, "archive.collect", async (tx) => {
      const locked = await tx.select().from(archives).where(isThis).for("update", { skipLocked: true });
      const gone =
        locked.length > 0 &&
        (await tx
          .delete(archives)
          .where(and(isThis, notExists(listingsOf(tx))))
          .returning());
      if (!gone || gone.length === 0) throw busy;
      return { result: undefined, audit: { type: "archive", id: sha256, tenantId } };
    });
  } catch (error) {
    if (error !== busy) throw error;
  }
}

function findUnowned(ctx: Context, before: Date): Promise<string[]> {
  return read(ctx, async (tx) => {
    const rows = await tx
      .select({ sha256: archiveObjects.sha256 })
      .from(archiveObjects)
      .where(and(lt(archiveObjects.touchedAt, before), notExists(rightsTo(tx))))
      .limit(MOST_AT_ONCE);
    return rows.map(({ sha256 }) => sha256);
  });
}

const rightsTo = (tx: Transaction) =>
  tx.select({ sha256: archives.sha256 }).from(archives).where(eq(archives.sha256, archiveObjects.sha256));

/**
 * First the object is said not to be stored, then it is deleted, then its row: whoever dies in between leaves a row that
 * the next one finishes, and an upload that begins in between stores the bytes itself.
 */
async function collectObject(ctx: Context, sha256: string, before: Date): Promise<void> {
  const isIdle = and(eq(archiveObjects.sha256, sha256), lt(archiveObjects.touchedAt, before));
  await read(ctx, async (tx) => {
    const [locked] = await tx.select().from(archiveObjects).where(isIdle).for("update", { skipLocked: true });
    if (!locked) return;
    await tx
      .update(archiveObjects)
      .set({ storedAt: null })
      .where(and(isIdle, notExists(rightsTo(tx))));
  });
  await read(ctx, async (tx) => {
    const isOver = and(isIdle, isNull(archiveObjects.storedAt));
    const [locked] = await tx.select().from(archiveObjects).where(isOver).for("update", { skipLocked: true });
    if (!locked) return;
    // An upload of the same bytes waits for this lock before it begins.
    await objectStore().delete(archiveKey(sha256));
    await tx.delete(archiveObjects).where(isOver);
  });
}
