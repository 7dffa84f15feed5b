import { and, eq, isNull, sql } from "drizzle-orm";
import { archives, listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import { archiveKey } from "../archives/policy.ts";
import type { Context } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { log } from "../platform/log.ts";
import { lookUp, read } from "../platform/mutate.ts";
import type { Download } from "../storage/object-store.ts";
import { objectStore } from "../storage/object-store.ts";
import { type DownloadKey, TYPE_OF_SEGMENT } from "./input.ts";

/**
 * The archive of an approved version, for everybody. A download is counted when its first bytes go out; who asks for the
 * rest of one is not counted again.
 * @throws AppError `NOT_FOUND`, also for what is not approved, of a suspended publisher or without an archive
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
      const object = await objectStore().get(archiveKey(sha256), range);
      if (!object) throw missing(sha256);
      if (!range || range.start === 0) await count(ctx, listingId);
      return object.body;
    },
  };
}

/** A download that could not be counted is still a download. */
async function count(ctx: Context, listingId: string): Promise<void> {
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

const missing = (sha256: string) =>
  new AppError("UNAVAILABLE", "The archive cannot be read at the moment. Try again shortly.", {
    retryAfterSeconds: 60,
    cause: new Error(`the object store has lost ${archiveKey(sha256)}`),
  });
