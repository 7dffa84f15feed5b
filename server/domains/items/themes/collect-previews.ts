import { and, eq, lt } from "drizzle-orm";
import { listings, themePreviews } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read, writeUnaudited } from "@/server/core/transactions.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { variantWidths } from "@/shared/plugin/images/limits.ts";
import { DAY_MS } from "@/shared/time.ts";
import { hasPreview } from "./open-preview.ts";
import { previewKey } from "./previews.ts";

const RETENTION_MS = DAY_MS;
const BATCH_SIZE = 500;

/**
 * Garbage collection of preview images: deletes images that were detached from their draft `RETENTION_MS` ago and are in no
 * listing, including those of broken uploads. Marks the image as not stored, deletes its objects, then its row; after a crash
 * in between, the next run continues from the row.
 */
export async function collectPreviews(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - RETENTION_MS);
  const detached = await read(ctx, (tx) =>
    tx.select().from(themePreviews).where(lt(themePreviews.detachedAt, before)).limit(BATCH_SIZE),
  );
  for (const image of detached) {
    if (!(await markUnstored(ctx, image, before))) continue;
    for (const width of variantWidths(image.width)) await objectStore().delete(previewKey(image.id, width));
    await mutate(ctx, "theme.collect_preview", async (tx) => {
      await tx.delete(themePreviews).where(eq(themePreviews.id, image.id));
      return { result: undefined, audit: { type: "entity", id: image.themeId, tenantId: image.tenantId } };
    });
  }
}

/** Checks again under the row's lock: a listing keeps its images forever. */
async function markUnstored(
  ctx: Context,
  image: typeof themePreviews.$inferSelect,
  before: Date,
): Promise<boolean> {
  return writeUnaudited(ctx, async (tx) => {
    const isDetached = and(eq(themePreviews.id, image.id), lt(themePreviews.detachedAt, before));
    const [locked] = await tx.select().from(themePreviews).where(isDetached).for("update");
    if (!locked) return false;
    const listed = await tx.$count(listings, and(eq(listings.themeId, image.themeId), hasPreview(image.id)));
    if (listed > 0) {
      // Exempts the image from later runs. A withdrawn listing keeps its images, too.
      await tx.update(themePreviews).set({ detachedAt: null }).where(isDetached);
      return false;
    }
    await tx.update(themePreviews).set({ storedAt: null }).where(isDetached);
    return true;
  });
}
