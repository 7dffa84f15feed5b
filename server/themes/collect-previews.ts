import { and, eq, lt } from "drizzle-orm";
import { listings, themePreviews } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { mutate, read } from "../platform/mutate.ts";
import { objectStore } from "../storage/object-store.ts";
import { shows } from "./open-preview.ts";
import { variantWidths } from "./policy.ts";
import { previewKey } from "./previews.ts";

const KEPT_MS = 24 * 3_600_000;
const MOST_AT_ONCE = 500;

/**
 * Collects images that no draft has shown for a day and no listing shows: those that were removed, and what uploads left
 * that never came to their end. First an image is said not to be stored, then its objects are deleted, then its row:
 * whoever dies in between leaves a row that the next one finishes.
 */
export async function collectPreviews(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - KEPT_MS);
  const detached = await read(ctx, (tx) =>
    tx.select().from(themePreviews).where(lt(themePreviews.detachedAt, before)).limit(MOST_AT_ONCE),
  );
  for (const image of detached) {
    if (!(await unstore(ctx, image, before))) continue;
    for (const width of variantWidths(image.width)) await objectStore().delete(previewKey(image.id, width));
    await mutate(ctx, "theme.collect_preview", async (tx) => {
      await tx.delete(themePreviews).where(eq(themePreviews.id, image.id));
      return { result: undefined, audit: { type: "entity", id: image.themeId, tenantId: image.tenantId } };
    });
  }
}

/** Under the row's lock it is looked again: a listing that shows the image keeps it for good. */
async function unstore(
  ctx: Context,
  image: typeof themePreviews.$inferSelect,
  before: Date,
): Promise<boolean> {
  return read(ctx, async (tx) => {
    const isIdle = and(eq(themePreviews.id, image.id), lt(themePreviews.detachedAt, before));
    const [locked] = await tx.select().from(themePreviews).where(isIdle).for("update");
    if (!locked) return false;
    const listed = await tx.$count(listings, and(eq(listings.themeId, image.themeId), shows(image.id)));
    if (listed > 0) {
      // It is looked at no more; a withdrawn listing is still a record of what was submitted.
      await tx.update(themePreviews).set({ detachedAt: null }).where(isIdle);
      return false;
    }
    await tx.update(themePreviews).set({ storedAt: null }).where(isIdle);
    return true;
  });
}
