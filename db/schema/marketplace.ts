import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  type ExtraConfigColumn,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { bytewiseText, instant, newestFirst, oneOf } from "./columns.ts";
import { listings } from "./listings.ts";
import { tenants } from "./tenants.ts";
import { LISTING_TYPES } from "./vocabulary.ts";

const firstLine = (column: ExtraConfigColumn) => sql`split_part(${column}, E'\\n', 1)`;

/**
 * Public catalog: each item in its newest approved version, without suspended tenants. Maintained by the triggers of
 * `db/functions/marketplace.sql`. It holds only public data and has no row-level security, so that searches use its indexes.
 * `searchText` is the searchable text in lower case: name, slug and description, one per line. It has the collation C, so
 * its index is fast and independent of collation versions. Items are sorted by its first line, the name.
 */
export const marketplaceItems = pgTable(
  "marketplace_items",
  {
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    listingId: uuid("listing_id").notNull(),
    versionKey: bytewiseText("version_key").notNull(),
    approvedAt: instant("approved_at").notNull(),
    searchText: bytewiseText("search_text").notNull(),
    categories: text("categories").array().notNull().default([]),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.slug] }),
    index("marketplace_items_newest").on(newestFirst(t.approvedAt), newestFirst(t.listingId)),
    index("marketplace_items_name").on(firstLine(t.searchText), t.listingId),
    index("marketplace_items_type_name").on(t.type, firstLine(t.searchText), t.listingId),
    index("marketplace_items_type_newest").on(t.type, newestFirst(t.approvedAt), newestFirst(t.listingId)),
    // Every search scans the pending list; 256 kB is about ten approvals.
    index("marketplace_items_ngrams")
      .using("gin", sql`search_ngrams(${t.searchText})`)
      .with({ gin_pending_list_limit: 256 }),
    index("marketplace_items_categories").using("gin", t.categories),
    index().on(t.tenantId),
    oneOf("marketplace_items_type_check", t.type, LISTING_TYPES),
  ],
);

/**
 * Downloads of an item, in a table of their own, so that counting one does not write the indexes of `marketplaceItems`.
 * Maintained by `db/functions/marketplace.sql` and `server/marketplace/count-downloads.ts`. `currentListingId` is the
 * `listingId` of the item.
 */
export const marketplaceDownloads = pgTable(
  "marketplace_downloads",
  {
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    currentListingId: uuid("current_listing_id").notNull(),
    downloads: bigint("downloads", { mode: "number" }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.slug] }),
    foreignKey({
      columns: [t.type, t.slug],
      foreignColumns: [marketplaceItems.type, marketplaceItems.slug],
      name: "marketplace_downloads_item_fk",
    }).onDelete("cascade"),
    index("marketplace_downloads_most").on(newestFirst(t.downloads), newestFirst(t.currentListingId)),
    index("marketplace_downloads_type_most").on(
      t.type,
      newestFirst(t.downloads),
      newestFirst(t.currentListingId),
    ),
    oneOf("marketplace_downloads_type_check", t.type, LISTING_TYPES),
  ],
);

/** Downloads of a version by day (UTC). */
export const listingDownloadDays = pgTable(
  "listing_download_days",
  {
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listings.id),
    day: date("day", { mode: "string" }).notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.listingId, t.day] })],
);
