import { and, desc, eq, isNull } from "drizzle-orm";
import { archives, listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { lookUp } from "../platform/mutate.ts";
import type { MarketplaceItemKey } from "./input.ts";
import { approvalOf, ITEM_COLUMNS, viewOfItem } from "./record.ts";
import type { MarketplaceItemDetail } from "./view.ts";

/** One item with all its approved versions. For everybody. @throws AppError `NOT_FOUND` */
export async function getMarketplaceItem(
  ctx: Context,
  key: MarketplaceItemKey,
): Promise<MarketplaceItemDetail> {
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({
        ...ITEM_COLUMNS,
        changelog: listings.changelog,
        sha256: archives.sha256,
        sizeBytes: archives.sizeBytes,
        downloads: listingDownloads.count,
      })
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .leftJoin(
        archives,
        and(eq(archives.tenantId, listings.tenantId), eq(archives.sha256, listings.archiveSha256)),
      )
      .leftJoin(listingDownloads, eq(listingDownloads.listingId, listings.id))
      .where(and(isPublic(), eq(listings.type, key.type), eq(listings.slug, key.slug)))
      .orderBy(desc(listings.versionKey)),
  );
  const [newest] = rows;
  if (!newest) throw notFound("item");
  return {
    ...viewOfItem(newest),
    versions: rows.map(({ changelog, sha256, sizeBytes, downloads, ...row }) => ({
      listingId: row.listingId,
      version: row.version,
      changelog,
      approvedAt: approvalOf(row).toISOString(),
      archive: sha256 === null ? null : { sha256, sizeBytes: String(sizeBytes), downloads: downloads ?? 0 },
    })),
  };
}

/** The items of a suspended tenant are not on the marketplace. */
const isPublic = () => and(eq(listings.status, "APPROVED"), isNull(tenants.suspendedAt));
