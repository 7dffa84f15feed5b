import { and, eq, lt, sql } from "drizzle-orm";
import { listings, themePreviews } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { isUsualShare, queueDeletions, withStatedScope } from "@/server/storage/garbage-collection.ts";
import { variantWidths } from "@/shared/plugin/images/limits.ts";
import { DAY_MS } from "@/shared/time.ts";
import { hasPreview } from "./open-preview.ts";
import { previewKey } from "./previews.ts";

const RETENTION_MS = DAY_MS;
const BATCH_SIZE = 500;

/**
 * Garbage collection of preview images: deletes images that were detached from their draft `RETENTION_MS` ago and are in no
 * listing, including those of broken uploads.
 */
export async function collectPreviews(ctx: Context): Promise<void> {
  const isDetached = lt(themePreviews.detachedAt, new Date(ctx.now().getTime() - RETENTION_MS));
  if (!(await isUsualShare(ctx, "previews", sql`${themePreviews}`, isDetached))) return;
  const detached = await withStatedScope(ctx, ({ open: { tx } }) =>
    tx.select().from(themePreviews).where(isDetached).limit(BATCH_SIZE),
  );
  for (const image of detached) {
    const isImage = and(eq(themePreviews.id, image.id), isDetached);
    await withStatedScope(ctx, async (joined) => {
      const { tx } = joined.open;
      const [locked] = await tx.select().from(themePreviews).where(isImage).for("update");
      if (!locked) return;
      const isListed = and(eq(listings.themeId, image.themeId), hasPreview(image.id));
      if ((await tx.$count(listings, isListed)) > 0) {
        // Exempts the image from later runs. A withdrawn listing keeps its images, too.
        await tx.update(themePreviews).set({ detachedAt: null }).where(isImage);
        return;
      }
      await mutate(joined, "theme.collect_preview", async () => {
        await tx.delete(themePreviews).where(isImage);
        await queueDeletions(
          tx,
          variantWidths(image.width).map((width) => previewKey(image.id, width)),
        );
        return {
          result: undefined,
          audit: { type: "entity", id: image.themeId, tenantId: image.tenantId },
        };
      });
    });
  }
}
