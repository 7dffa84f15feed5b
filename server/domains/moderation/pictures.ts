import { eq } from "drizzle-orm";
import { archiveObjects } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { type LinkedPicture, listPictures } from "@/server/domains/items/archives/pictures.ts";
import { findArchives } from "./files.ts";
import type { ReviewedPictures } from "./view.ts";

/**
 * Pictures of a listing's archive, and of the newest approved version; null without an archive. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function listReviewedPictures(
  ctx: Context,
  listingId: string,
): Promise<ReviewedPictures | null> {
  const archives = await findArchives(ctx, listingId);
  if (!archives) return null;
  const { sha256, before } = archives;
  return {
    comparedWith: before?.version ?? null,
    submitted: await findPictures(ctx, sha256),
    approved: before ? await findPictures(ctx, before.sha256) : [],
  };
}

async function findPictures(ctx: Context, sha256: string): Promise<LinkedPicture[]> {
  const [object] = await lookUp(ctx, (reader) =>
    reader
      .select({ pictures: archiveObjects.pictures })
      .from(archiveObjects)
      .where(eq(archiveObjects.sha256, sha256)),
  );
  return listPictures(sha256, object?.pictures);
}
