import { and, desc, eq, gt, ilike, inArray, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { archives, listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import type { Context } from "../context.ts";
import { decodeTimeCursor, encodeCursor } from "../cursor.ts";
import { notFound } from "../errors.ts";
import { read } from "../mutate.ts";
import { anywhere } from "../text.ts";
import { readListedLook } from "../themes/look.ts";
import type { MarketplaceItemKey, SearchMarketplace } from "./input.ts";
import type { MarketplaceItem, MarketplaceItemDetail, MarketplacePage } from "./view.ts";

/**
 * Approved items in their newest approved version, the latest first. For everybody. Read in the order in which they were
 * approved, so that a page costs what stands on it and not what there is.
 */
export async function searchMarketplace(ctx: Context, input: SearchMarketplace): Promise<MarketplacePage> {
  const { type, search, cursor, limit } = input;
  return read(ctx, async (tx) => {
    const higher = alias(listings, "higher");
    const ofHigher = tx
      .select({ id: higher.id })
      .from(higher)
      .where(
        and(
          eq(higher.type, listings.type),
          eq(higher.slug, listings.slug),
          eq(higher.status, "APPROVED"),
          gt(higher.versionKey, listings.versionKey),
        ),
      );
    const rows = await tx
      .select(ITEM_COLUMNS)
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .where(
        and(
          isPublic(),
          type.length > 0 ? inArray(listings.type, type) : undefined,
          notExists(ofHigher),
          matches(search),
          cursor ? before(cursor) : undefined,
        ),
      )
      .orderBy(desc(listings.decidedAt), desc(listings.id))
      .limit(limit + 1);
    const items = rows.slice(0, limit).map(viewOfItem);
    const last = rows.length > limit ? items.at(-1) : undefined;
    return { items, nextCursor: last ? encodeCursor(last.approvedAt, last.listingId) : null };
  });
}

/** One item with all its approved versions. For everybody. @throws AppError `NOT_FOUND` */
export async function getMarketplaceItem(
  ctx: Context,
  key: MarketplaceItemKey,
): Promise<MarketplaceItemDetail> {
  const rows = await read(ctx, (tx) =>
    tx
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

const ITEM_COLUMNS = {
  listingId: listings.id,
  type: listings.type,
  slug: listings.slug,
  name: listings.name,
  version: listings.version,
  description: listings.description,
  publisher: tenants.name,
  approvedAt: listings.decidedAt,
  themeLook: listings.themeLook,
};

/** The items of a suspended tenant are not on the marketplace. */
const isPublic = () => and(eq(listings.status, "APPROVED"), isNull(tenants.suspendedAt));

interface ItemRow extends Omit<MarketplaceItem, "approvedAt" | "look"> {
  approvedAt: Date | null;
  themeLook: unknown;
}

function viewOfItem(row: ItemRow): MarketplaceItem {
  const { listingId, type, slug, name, version, description, publisher } = row;
  return {
    listingId,
    type,
    slug,
    name,
    version,
    description,
    publisher,
    approvedAt: approvalOf(row).toISOString(),
    look: readListedLook(row.themeLook),
  };
}

function approvalOf(row: { approvedAt: Date | null }): Date {
  if (!row.approvedAt) throw new Error("an approved listing has no time of decision");
  return row.approvedAt;
}

function matches(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== "");
  return and(
    ...words.map((word) => {
      const pattern = anywhere(word);
      return or(
        ilike(listings.name, pattern),
        ilike(listings.slug, pattern),
        ilike(listings.description, pattern),
      );
    }),
  );
}

function before(cursor: string): SQL {
  const { at, id } = decodeTimeCursor(cursor);
  return sql`(${listings.decidedAt}, ${listings.id}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`;
}
