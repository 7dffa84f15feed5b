import { and, eq, isNull } from "drizzle-orm";
import { archives, listings, tenants } from "@/db/schema/index.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/db/schema/vocabulary.ts";
import { openStoredArchive } from "../archives/service.ts";
import type { Context } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { lookUp } from "../platform/mutate.ts";
import type { Download } from "../storage/object-store.ts";
import { countDownload } from "./count-downloads.ts";
import type { DownloadKey } from "./input.ts";

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
          eq(listings.type, LISTING_TYPE_OF_SEGMENT[key.type]),
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
