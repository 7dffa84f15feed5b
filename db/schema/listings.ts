import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { VersionFlag } from "../../shared/plugin/version-flags.ts";
import { LISTING_STATUSES, LISTING_TYPES } from "../../shared/vocabulary.ts";
import { archives } from "./archives.ts";
import { bytewiseText, id, instant, newestFirst, oneOf } from "./columns.ts";
import { appPlugins, systemPlugins, themes } from "./entities.ts";
import { tenantRef } from "./tenants.ts";
import { userRef, users } from "./users.ts";

/**
 * Listing: one submitted version of an item. It references exactly one entity, of its type and tenant.
 * `versionKey` sorts bytewise in the precedence order of semver.org, without build metadata; its unique constraint per
 * slug is the rule that a version number is used once.
 * `themeLook` is a snapshot of the theme at submission, so that an approved listing does not change with the draft.
 */
export const listings = pgTable(
  "listings",
  {
    id: id(),
    tenantId: tenantRef(),
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    version: text("version").notNull(),
    versionKey: bytewiseText("version_key").notNull(),
    name: text("name").notNull(),
    description: text("description").notNull(),
    changelog: text("changelog"),
    appPluginId: uuid("app_plugin_id"),
    themeId: uuid("theme_id"),
    systemPluginId: uuid("system_plugin_id"),
    archiveSha256: text("archive_sha256"),
    /** Sentences of `versionFlags`, for processes of the version before. No longer read. */
    flags: text("flags").array().notNull().default([]),
    /** Risk flags for moderators: changes of the archive since the version before. Null without any. */
    versionFlags: jsonb("version_flags").$type<VersionFlag[]>(),
    themeLook: jsonb("theme_look"),
    status: text("status", { enum: LISTING_STATUSES }).notNull().default("PENDING_APPROVAL"),
    submittedBy: uuid("submitted_by").references(() => users.id),
    submittedAt: instant("submitted_at").notNull().defaultNow(),
    decidedAt: instant("decided_at"),
  },
  (t) => [
    unique().on(t.tenantId, t.id),
    unique("listings_version_key").on(t.type, t.slug, t.versionKey),
    foreignKey({
      columns: [t.tenantId, t.appPluginId],
      foreignColumns: [appPlugins.tenantId, appPlugins.id],
    }),
    foreignKey({ columns: [t.tenantId, t.themeId], foreignColumns: [themes.tenantId, themes.id] }),
    foreignKey({
      columns: [t.tenantId, t.systemPluginId],
      foreignColumns: [systemPlugins.tenantId, systemPlugins.id],
    }),
    foreignKey({
      columns: [t.tenantId, t.archiveSha256],
      foreignColumns: [archives.tenantId, archives.sha256],
      name: "listings_archive_fk",
    }),
    index("listings_newest").on(...newestFirst(t.submittedAt, t.id)),
    index("listings_tenant_status_newest").on(t.tenantId, t.status, ...newestFirst(t.submittedAt, t.id)),
    // Includes the tenant for the row-level security policy, so that counting the queue is an index-only scan.
    index("listings_pending")
      .on(t.submittedAt, t.id, t.tenantId)
      .where(sql`${t.status} = 'PENDING_APPROVAL'`),
    index("listings_status_newest").on(t.status, ...newestFirst(t.submittedAt, t.id)),
    index("listings_approved_versions")
      .on(t.type, t.slug, ...newestFirst(t.versionKey))
      .where(sql`${t.status} = 'APPROVED'`),
    index("listings_approved_newest")
      .on(...newestFirst(t.decidedAt, t.id))
      .where(sql`${t.status} = 'APPROVED'`),
    // Partial, since a listing has only one of them, and inserts of null would contend for the same index pages.
    index().on(t.appPluginId).where(sql`${t.appPluginId} is not null`),
    index().on(t.themeId).where(sql`${t.themeId} is not null`),
    index().on(t.archiveSha256).where(sql`${t.archiveSha256} is not null`),
    index().on(t.systemPluginId).where(sql`${t.systemPluginId} is not null`),
    oneOf("listings_type_check", t.type, LISTING_TYPES),
    oneOf("listings_status_check", t.status, LISTING_STATUSES),
    check(
      "listings_entity_check",
      sql`(${t.type} = 'APP_PLUGIN') = (${t.appPluginId} is not null)
        and (${t.type} = 'THEME') = (${t.themeId} is not null)
        and (${t.type} = 'SYSTEM_PLUGIN') = (${t.systemPluginId} is not null)`,
    ),
    check("listings_decided_check", sql`(${t.status} = 'PENDING_APPROVAL') = (${t.decidedAt} is null)`),
    check("listings_look_check", sql`(${t.type} = 'THEME') = (${t.themeLook} is not null)`),
    check("listings_archive_check", sql`${t.archiveSha256} is null or ${t.type} <> 'THEME'`),
  ],
);

export const listingRef = () =>
  uuid("listing_id")
    .notNull()
    .references(() => listings.id);

/**
 * State transitions of listings, including withdrawals by publishers; `action` is the new state. `waitSeconds` is the time
 * from submission to the first decision of a moderator, and null for all other transitions.
 */
export const listingDecisions = pgTable(
  "listing_decisions",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    listingId: uuid("listing_id").notNull(),
    action: text("action", { enum: LISTING_STATUSES }).notNull(),
    reason: text("reason"),
    comment: text("comment"),
    waitSeconds: integer("wait_seconds"),
    decidedBy: uuid("decided_by").references(() => users.id),
    decidedAt: instant("decided_at").notNull().defaultNow(),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.listingId], foreignColumns: [listings.tenantId, listings.id] }),
    index().on(t.listingId, ...newestFirst(t.decidedAt, t.id)),
    oneOf("listing_decisions_action_check", t.action, LISTING_STATUSES),
    check(
      "listing_decisions_reason_check",
      sql`${t.action} <> 'REJECTED' or (${t.reason} is not null and ${t.comment} is not null)`,
    ),
  ],
);

/**
 * Waiting times of the last 200 first decisions, newest first, in seconds, and their percentiles. The one row is kept by
 * `db/functions/moderation-statistics.sql`.
 */
export const moderationStatistics = pgTable(
  "moderation_statistics",
  {
    id: integer("id").primaryKey().default(1),
    waits: integer("waits").array().notNull().default([]),
    waitP50: doublePrecision("wait_p50"),
    waitP90: doublePrecision("wait_p90"),
  },
  (t) => [check("moderation_statistics_one_row", sql`${t.id} = 1`)],
);

/**
 * Sharded counter of pending listings: the sum of all rows, kept by `db/functions/listing-counts.sql`. Each connection
 * of the server counts in a separate row, whose count may be negative, so that publishers do not contend for a row
 * lock.
 */
export const pendingCounts = pgTable("pending_counts", {
  slot: integer("slot").primaryKey(),
  pending: integer("pending").notNull().default(0),
});

/**
 * Number of listings of a tenant by state, except `PENDING_APPROVAL`, kept by `db/functions/listing-counts.sql`.
 * Pending listings are counted on demand, so that publishing writes nothing here.
 */
export const listingTotals = pgTable(
  "listing_totals",
  {
    tenantId: tenantRef(),
    status: text("status", { enum: LISTING_STATUSES }).notNull(),
    listings: integer("listings").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.status] }),
    oneOf("listing_totals_status_check", t.status, LISTING_STATUSES),
  ],
);

/** Download counter of a listing's archive. */
export const listingDownloads = pgTable("listing_downloads", {
  listingId: uuid("listing_id")
    .primaryKey()
    .references(() => listings.id),
  count: bigint("count", { mode: "number" }).notNull(),
});

/** Messages between publisher and moderators about a listing; `isFromModerator` is the author's side. */
export const listingMessages = pgTable(
  "listing_messages",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    listingId: uuid("listing_id").notNull(),
    isFromModerator: boolean("is_from_moderator").notNull(),
    authorId: userRef("author_id"),
    text: text("text").notNull(),
    sentAt: instant("sent_at").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.listingId], foreignColumns: [listings.tenantId, listings.id] }),
    index().on(t.listingId, t.sentAt, t.id),
  ],
);

/** Claim of a moderator on a pending listing, ignored after `expiresAt`; see `server/domains/moderation/claim.ts`. */
export const moderationClaims = pgTable("moderation_claims", {
  listingId: uuid("listing_id")
    .primaryKey()
    .references(() => listings.id),
  userId: userRef("user_id"),
  claimedAt: instant("claimed_at").notNull().defaultNow(),
  expiresAt: instant("expires_at").notNull(),
});

/**
 * Internal notes of moderators about a listing. Without a tenant, and visible at platform scope only
 * (`db/functions/tenant-isolation.sql`), as publishers must not read them.
 */
export const moderationNotes = pgTable(
  "moderation_notes",
  {
    id: id(),
    listingId: listingRef(),
    authorId: userRef("author_id"),
    text: text("text").notNull(),
    writtenAt: instant("written_at").notNull(),
  },
  (t) => [index().on(t.listingId, t.writtenAt, t.id)],
);

/** Saved replies: texts that moderators insert into comments, shared by all of them. */
export const savedReplies = pgTable("saved_replies", {
  id: id(),
  title: text("title").notNull().unique("saved_replies_title_key"),
  text: text("text").notNull(),
  updatedAt: instant("updated_at").notNull(),
});
