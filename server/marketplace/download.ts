import { and, eq, isNull, sql } from "drizzle-orm";
import { archives, listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import { openStoredArchive } from "../archives/service.ts";
import type { Context } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { lookUp, read } from "../platform/mutate.ts";
import type { Download } from "../storage/object-store.ts";
import { type DownloadKey, TYPE_OF_SEGMENT } from "./input.ts";

/**
 * Download of the archive of an approved version. Public. A request that begins at the first byte counts as a download; a
 * resumed one does not.
 * @throws AppError `NOT_FOUND`, also for a version that is not approved, of a suspended publisher or without an archive
 */
export async function downloadArchive(ctx: Context, key: DownloadKey): Promise<Download> {
  const found = await lookUp(ctx, (reader) =>
    reader
      .select({ listingId: listings.id, sha256: archives.sha256, sizeBytes: archives.sizeBytes })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .innerJoin(
        archives,
        and(eq(archives.tenantId, listings.tenantId), eq(archives.sha256, listings.archiveSha256)),
      )
      .where(
        and(
          eq(listings.type, TYPE_OF_SEGMENT[key.type]),
          eq(listings.slug, key.slug),
          eq(listings.version, key.version),
          eq(listings.status, "APPROVED"),
          isNull(tenants.suspendedAt),
        ),
      ),
  );
  const [archive] = found;
  if (!archive) throw notFound("download");
  const { listingId, sha256, sizeBytes } = archive;
  return {
    fileName: `${key.slug}-${key.version}.tar.gz`,
    sizeBytes: Number(sizeBytes),
    sha256,
    headers: { "Cache-Control": "public, no-cache, no-transform" },
    open: async (range) => {
      const object = await openStoredArchive(sha256, range);
      if (!range || range.start === 0) await countDownload(ctx, listingId);
      return object.body;
    },
  };
}

/** A failure to count does not fail the download. */
async function countDownload(ctx: Context, listingId: string): Promise<void> {
  try {
    await read(ctx, (tx) =>
      tx
        .insert(listingDownloads)
        .values({ listingId, count: 1 })
        .onConflictDoUpdate({
          target: listingDownloads.listingId,
          set: { count: sql`${listingDownloads.count} + 1` },
        }),
    );
  } catch (error) {
    log().warn({ err: error, listingId, requestId: ctx.requestId }, "a download was not counted");
  }
}
