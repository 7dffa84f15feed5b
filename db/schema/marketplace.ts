import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import {
  INSTALLATION_UPDATES,
  LISTING_TYPES,
  type ListingType,
  REPORT_REASONS,
  REPORT_STATUSES,
} from "../../shared/vocabulary.ts";
import { apps } from "./apps.ts";
import { builds } from "./builds.ts";
import { bytes, bytewiseText, id, instant, newestFirst, oneOf } from "./columns.ts";
import { listingRef } from "./listings.ts";
import { tenantRef } from "./tenants.ts";
import { userRef, users } from "./users.ts";

const firstLine = (column: ExtraConfigColumn) => sql`split_part(${column}, E'\\n', 1)`;

/**
 * Public catalog: each item in its newest approved version, without suspended tenants. Maintained by the triggers of
 * `db/functions/marketplace.sql`. It holds only public data and has no row-level security, so that searches use its indexes.
 * `searchText` is the searchable text in lower case: name, slug and description, one per line. It has the collation C, so
 * its index is fast and independent of collation versions. Items are sorted by its first line, the name. All items that are
 * newer than every item with `isRecent` false have it true; a job clears it below the newest few thousand.
 */
export const marketplaceItems = pgTable(
  "marketplace_items",
  {
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    tenantId: tenantRef(),
    listingId: uuid("listing_id").notNull(),
    versionKey: bytewiseText("version_key").notNull(),
    approvedAt: instant("approved_at").notNull(),
    searchText: bytewiseText("search_text").notNull(),
    categories: text("categories").array().notNull().default([]),
    isRecent: boolean("is_recent").notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.slug] }),
    index("marketplace_items_newest").on(...newestFirst(t.approvedAt, t.listingId)),
    index("marketplace_items_name").on(firstLine(t.searchText), t.listingId),
    index("marketplace_items_type_name").on(t.type, firstLine(t.searchText), t.listingId),
    index("marketplace_items_type_newest").on(t.type, ...newestFirst(t.approvedAt, t.listingId)),
    // Every search scans the pending list; 256 kB is about ten approvals.
    index("marketplace_items_ngrams")
      .using("gin", sql`search_ngrams(${t.searchText})`)
      .with({ gin_pending_list_limit: 256 }),
    index("marketplace_items_recent_ngrams")
      .using("gin", sql`search_ngrams(${t.searchText})`)
      .with({ gin_pending_list_limit: 256 })
      .where(sql`${t.isRecent}`),
    index("marketplace_items_not_recent").on(t.approvedAt).where(sql`not ${t.isRecent}`),
    index("marketplace_items_categories").using("gin", t.categories),
    index().on(t.tenantId),
    oneOf("marketplace_items_type_check", t.type, LISTING_TYPES),
  ],
);

/**
 * Downloads of an item, in a table of their own, so that counting one does not write the indexes of `marketplaceItems`.
 * Maintained by `db/functions/marketplace.sql` and `server/domains/marketplace/count-downloads.ts`. `currentListingId` is the
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
    index("marketplace_downloads_most").on(...newestFirst(t.downloads, t.currentListingId)),
    index("marketplace_downloads_type_most").on(t.type, ...newestFirst(t.downloads, t.currentListingId)),
    oneOf("marketplace_downloads_type_check", t.type, LISTING_TYPES),
  ],
);

/**
 * Items on the marketplace's front in the order of `position`, chosen by Super Admins. An item that is not approved now keeps
 * its place.
 */
export const featuredItems = pgTable(
  "featured_items",
  {
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    position: integer("position").notNull(),
    featuredBy: userRef("featured_by"),
    featuredAt: instant("featured_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.slug] }),
    oneOf("featured_items_type_check", t.type, LISTING_TYPES),
  ],
);

/**
 * Problem reports about items, from anyone. Without a tenant, and visible at platform scope only
 * (`db/functions/tenant-isolation.sql`), as publishers must not read them. `listingId` is the version that was current.
 */
export const itemReports = pgTable(
  "item_reports",
  {
    id: id(),
    listingId: listingRef(),
    reason: text("reason", { enum: REPORT_REASONS }).notNull(),
    text: text("text").notNull(),
    /** Null for a report without a session. */
    reporterId: uuid("reporter_id").references(() => users.id),
    reportedAt: instant("reported_at").notNull(),
    status: text("status", { enum: REPORT_STATUSES }).notNull().default("OPEN"),
    note: text("note"),
    closedBy: uuid("closed_by").references(() => users.id),
    closedAt: instant("closed_at"),
  },
  (t) => [
    index("item_reports_status_newest").on(t.status, ...newestFirst(t.reportedAt, t.id)),
    index().on(t.listingId),
    oneOf("item_reports_reason_check", t.reason, REPORT_REASONS),
    oneOf("item_reports_status_check", t.status, REPORT_STATUSES),
    check(
      "item_reports_closed_check",
      sql`(${t.status} = 'OPEN') = (${t.closedAt} is null) and (${t.closedAt} is null) = (${t.note} is null)`,
    ),
  ],
);

/** Downloads of a version by day (UTC). */
export const listingDownloadDays = pgTable(
  "listing_download_days",
  {
    listingId: listingRef(),
    day: date("day", { mode: "string" }).notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.listingId, t.day] })],
);

/**
 * Networks that downloaded a version on a day (UTC), so that each counts once. `network` is a keyed digest that is another one
 * each day. A job purges the rows after two days.
 */
export const listingDownloadNetworks = pgTable(
  "listing_download_networks",
  {
    listingId: listingRef(),
    day: date("day", { mode: "string" }).notNull(),
    network: bytes("network").notNull(),
  },
  (t) => [primaryKey({ columns: [t.listingId, t.day, t.network] }), index().on(t.day)],
);

/** Version that an installation does not get, with the reason. */
export interface UpdateHold {
  version: string;
  reason: string;
  since: string;
}

/**
 * Installation of one approved version of an item: of an app plugin or a theme in an app, of a system plugin in a tenant.
 * An app has one theme. `acceptedPermissions` holds what the tenant has ever accepted for the item while it is installed.
 */
export const installations = pgTable(
  "installations",
  {
    id: id(),
    tenantId: tenantRef(),
    /** Null for a system plugin. */
    appId: uuid("app_id"),
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    listingId: listingRef(),
    updates: text("updates", { enum: INSTALLATION_UPDATES }).notNull().default("MANUAL"),
    acceptedPermissions: text("accepted_permissions").array().notNull().default([]),
    hold: jsonb("held_back").$type<UpdateHold>(),
    installedBy: uuid("installed_by").references(() => users.id),
    installedAt: instant("installed_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [apps.tenantId, apps.id] }).onDelete(
      "cascade",
    ),
    uniqueIndex("installations_app_item").on(t.appId, t.type, t.slug).where(sql`${t.appId} is not null`),
    uniqueIndex("installations_tenant_item").on(t.tenantId, t.type, t.slug).where(sql`${t.appId} is null`),
    uniqueIndex("installations_theme").on(t.appId).where(sql`${t.type} = 'THEME'`),
    index("installations_item").on(t.type, t.slug, t.listingId),
    index().on(t.listingId),
    oneOf("installations_type_check", t.type, LISTING_TYPES),
    oneOf("installations_updates_check", t.updates, INSTALLATION_UPDATES),
    check("installations_target_check", sql`(${t.type} = 'SYSTEM_PLUGIN') = (${t.appId} is null)`),
  ],
);

/** Installed version as a build carries it. `sha256` is of the archive or of the look's JSON; null without an archive. */
export interface BuildInput {
  type: ListingType;
  slug: string;
  version: string;
  sha256: string | null;
  listingId: string;
}

/** Inputs of a build: the installations at the time of queueing. `look` is the exact JSON of the theme's look. */
export const buildInputs = pgTable(
  "build_inputs",
  {
    buildId: uuid("build_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    inputs: jsonb("inputs").$type<BuildInput[]>().notNull(),
    look: text("look"),
  },
  (t) => [foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] })],
);
