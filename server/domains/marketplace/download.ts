import { createHash } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { archives, listings, tenants } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { openStoredArchive } from "@/server/domains/items/archives/service.ts";
import {
  DESIGN_TOKENS_MEDIA_TYPE,
  toCustomProperties,
  toDesignTokens,
} from "@/server/domains/items/themes/design-tokens.ts";
import { parseListedLook } from "@/server/domains/items/themes/look.ts";
import { announceCountChange } from "@/server/events/marketplace-changes.ts";
import type { ByteRange, Download } from "@/server/storage/object-store.ts";
import { notFound } from "@/shared/errors.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";
import { countDownload } from "./count-downloads.ts";
import type { DownloadKey, DownloadQuery } from "./input.ts";
import { downloadFileName } from "./policy.ts";
import { IS_OF_LISTING, isPublic } from "./service.ts";

/**
 * Download of an approved version: the archive of a plugin, the look of a theme. Public. A request that begins at the first
 * byte counts as a download, once a day (UTC) for a network; a resumed one does not.
 * @param network network of the client; null if unknown, so that each download counts
 * @throws AppError `NOT_FOUND`, also for a version that is not approved, of a suspended publisher or a plugin without an archive
 */
export async function downloadVersion(
  ctx: Context,
  key: DownloadKey,
  { format, network = null }: DownloadQuery & { network?: string | null },
): Promise<Download> {
  const version = await findApproved(ctx, key);
  const download = version && (findArchive(key, version) ?? renderTheme(key, version, format));
  if (!version || !download) throw notFound("download");
  return {
    ...download,
    headers: { "Cache-Control": "public, no-cache, no-transform" },
    open: async (range) => {
      const bytes = await download.open(range);
      if (!range || range.start === 0) {
        await countDownload(ctx, version.listingId, network);
        announceCountChange(ctx, key);
      }
      return bytes;
    },
  };
}

type ApprovedVersion = NonNullable<Awaited<ReturnType<typeof findApproved>>>;

async function findApproved(ctx: Context, key: DownloadKey) {
  const [version] = await lookUp(ctx, (reader) =>
    reader
      .select({
        listingId: listings.id,
        name: listings.name,
        themeLook: listings.themeLook,
        sha256: archives.sha256,
        sizeBytes: archives.sizeBytes,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(archives, IS_OF_LISTING)
      .where(
        and(
          isPublic(),
          eq(listings.type, LISTING_TYPE_OF_SEGMENT[key.type]),
          eq(listings.slug, key.slug),
          eq(listings.version, key.version),
        ),
      ),
  );
  return version ?? null;
}

function findArchive(key: DownloadKey, { sha256, sizeBytes }: ApprovedVersion): Download | null {
  if (sha256 === null) return null;
  return {
    fileName: downloadFileName(key, "archive"),
    sizeBytes: Number(sizeBytes),
    sha256,
    open: async (range) => (await openStoredArchive(sha256, range)).body,
  };
}

/** The title of a style sheet is a comment: it has the slug, since a name may end the comment. */
function renderTheme(
  key: DownloadKey,
  { name, themeLook }: ApprovedVersion,
  format: DownloadQuery["format"],
): Download | null {
  const look = parseListedLook(themeLook);
  if (!look) return null;
  const isCss = format === "css";
  const text = isCss
    ? toCustomProperties(look.themeConfig, `${key.slug} ${key.version}`)
    : `${JSON.stringify(toDesignTokens(look.themeConfig, `${name} ${key.version}`), null, 2)}\n`;
  const bytes = Buffer.from(text);
  return {
    fileName: downloadFileName(key, format),
    sizeBytes: bytes.byteLength,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    mediaType: isCss ? "text/css; charset=utf-8" : DESIGN_TOKENS_MEDIA_TYPE,
    open: async (range) => streamOf(bytes, range),
  };
}

async function* streamOf(bytes: Uint8Array, range?: ByteRange): AsyncGenerator<Uint8Array> {
  yield range ? bytes.subarray(range.start, range.end + 1) : bytes;
}
