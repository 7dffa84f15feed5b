import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { archives, listingDownloads, listings, tenants } from "@/db/schema/index.ts";
import type { Context } from "../context.ts";
import { decodeTimeCursor, encodeCursor } from "../cursor.ts";
import { notFound } from "../errors.ts";
import { read } from "../mutate.ts";
import { anywhere } from "../text.ts";
import { readListedLook } from "../themes/look.ts";
import type { MarketplaceItemKey, SearchMarketplace } from "./input.ts";
import type { MarketplaceItem, MarketplaceItemDetail, MarketplacePage } from "./view.ts";

/** Approved items in their newest approved version, the latest first. For everybody. */
export async function searchMarketplace(ctx: Context, input: SearchMarketplace): Promise<MarketplacePage> {
  return read(ctx, async (tx) => {
    const newest = tx
      .selectDistinctOn([listings.type, listings.slug], ITEM_COLUMNS)
      .from(listings)
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .where(and(isPublic(), input.type.length > 0 ? inArray(listings.type, input.type) : undefined))
      .orderBy(listings.type, listings.slug, desc(listings.versionKey))
      .as("newest");
    const rows = await tx
      .select()
      .from(newest)
      .where(and(matches(input.search, newest), input.cursor ? before(input.cursor, newest) : undefined))
      .orderBy(desc(newest.approvedAt), desc(newest.listingId))
      .limit(input.limit + 1);
    const items = rows.slice(0, input.limit).map(viewOfItem);
    const last = rows.length > input.limit ? items.at(-1) : undefined;
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
  // Under a name of its own: the search reads it from a subquery that has the listing's name too.
  publisher: sql<string>`${tenants.name}`.as("publisher"),
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

type Searchable = {
  [column in "name" | "slug" | "description" | "approvedAt" | "listingId"]: SQL.Aliased | unknown;
};

function matches(search: string, item: Searchable): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== "");
  return and(
    ...words.map((word) => {
      const pattern = anywhere(word);
      return sql`(${item.name} ilike ${pattern} or ${item.slug} ilike ${pattern} or ${item.description} ilike ${pattern})`;
    }),
  );
}

function before(cursor: string, item: Searchable): SQL | undefined {
  const { at, id } = decodeTimeCursor(cursor);
  const instant = sql`${at.toISOString()}::timestamptz`;
  return or(
    sql`${item.approvedAt} < ${instant}`,
    and(sql`${item.approvedAt} = ${instant}`, sql`${item.listingId} < ${id}::uuid`),
  );
}
