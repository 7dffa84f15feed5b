import { eq, sql } from "drizzle-orm";
import { archiveObjects, archives, listings, marketplaceDownloads, tenants } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { LISTING_TYPE_OF_SEGMENT } from "@/shared/vocabulary.ts";
import { SearchMarketplace } from "../input.ts";
import { marketplacePage } from "../search.ts";
import { IS_OF_LISTING, IS_OF_SAME_ITEM } from "../service.ts";
import type { ListItemsQuery } from "./input.ts";
import { FIRST_APPROVED_AT, REGISTRY_COLUMNS, toRegistryItem } from "./item-view.ts";
import type { RegistryPage } from "./view.ts";

/** Approved items in their current version, as the marketplace's search finds and sorts them. One query. Public. */
export async function listRegistryItems(ctx: Context, query: ListItemsQuery): Promise<RegistryPage> {
  const { q: search, type, ...others } = query;
  const input = SearchMarketplace.parse({
    ...others,
    search,
    type: type ? [LISTING_TYPE_OF_SEGMENT[type]] : [],
  });
  const { page, columns, by, pageOfRows } = marketplacePage(input);
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({
        ...REGISTRY_COLUMNS,
        ...columns,
        downloads: marketplaceDownloads.downloads,
        createdAt: sql<Date>`${FIRST_APPROVED_AT}`.mapWith(listings.decidedAt).as("created_at"),
      })
      .from(page)
      .innerJoin(listings, eq(listings.id, sql`page.listing_id`))
      .innerJoin(tenants, eq(tenants.id, listings.tenantId))
      .innerJoin(marketplaceDownloads, IS_OF_SAME_ITEM)
      .leftJoin(archives, IS_OF_LISTING)
      .leftJoin(archiveObjects, eq(archiveObjects.sha256, archives.sha256))
      .orderBy(by),
  );
  const { shown, nextCursor } = pageOfRows(rows);
  return { items: shown.map((row) => toRegistryItem(row, row)), nextCursor };
}
