import { eq } from "drizzle-orm";
import { archiveObjects } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp, read } from "@/server/core/transactions.ts";
import { compareFiles } from "@/server/domains/items/archives/compare-files.ts";
import { readFileHead } from "@/server/domains/items/archives/file-head.ts";
import { indexFiles } from "@/server/domains/items/archives/file-index.ts";
import { type LinkedPicture, listPictures } from "@/server/domains/items/archives/pictures.ts";
import { getListing } from "@/server/domains/listings/listing-row.ts";
import { notFound } from "@/shared/errors.ts";
import type { ReadReviewedFile } from "./input.ts";
import { findApproved } from "./review.ts";

/**
 * Files of a listing's archive, compared with the newest approved version; null without an archive. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `UNAVAILABLE` without the object store
 */
export async function listReviewedFiles(ctx: Context, listingId: string) {
  const archives = await findArchives(ctx, listingId);
  if (!archives) return null;
  const { sha256, before } = archives;
  const [old, files] = await Promise.all([before ? indexFiles(before.sha256) : [], indexFiles(sha256)]);
  return { comparedWith: before?.version ?? null, files: compareFiles(old, files) };
}

/**
 * One file in the approved and in the submitted version, each up to `MAX_HEAD_BYTES`. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `UNAVAILABLE` without the object store
 */
export async function readReviewedFile(ctx: Context, { listingId, path }: ReadReviewedFile) {
  const archives = await findArchives(ctx, listingId);
  const compared = await listReviewedFiles(ctx, listingId);
  const file = compared?.files.find((one) => one.path === path);
  if (!archives || !file) throw notFound("file");
  const { sha256, before } = archives;
  const [old, now] = await Promise.all([
    before && file.sizeBefore !== null ? readFileHead(before.sha256, file.from ?? path) : null,
    file.change === "removed" ? null : readFileHead(sha256, path),
  ]);
  return { ...file, before: old, after: now };
}

interface Archives {
  sha256: string;
  before: { sha256: string; version: string } | null;
}

/** Archives of a listing and of the newest approved version; null without an archive. For Super Admins. */
export async function findArchives(ctx: Context, listingId: string): Promise<Archives | null> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const { listing } = await getListing(tx, listingId);
    if (!listing.archiveSha256) return null;
    const approved = (await findApproved(tx, listing))?.listing;
    const before = approved?.archiveSha256
      ? { sha256: approved.archiveSha256, version: approved.version }
      : null;
    return { sha256: listing.archiveSha256, before };
  });
}

/**
 * Pictures of a listing's archive, and of the newest approved version; null without an archive. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`
 */
export async function listReviewedPictures(ctx: Context, listingId: string) {
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
