import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { CHECK_STATES, LISTING_TYPES } from "../../shared/vocabulary.ts";
import { instant, oneOf } from "./columns.ts";
import { listings } from "./listings.ts";
import { tenantRef } from "./tenants.ts";
import { users } from "./users.ts";

/**
 * Automated checks of a listing. A trigger creates the row with the listing, so every listing has exactly one.
 * `enqueuedAt` is null until its job is enqueued. Findings of a run are kept until the next run is done.
 */
export const listingChecks = pgTable(
  "listing_checks",
  {
    listingId: uuid("listing_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    state: text("state", { enum: CHECK_STATES }).notNull().default("WAITING"),
    enqueuedAt: instant("enqueued_at"),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    ruleSetVersion: integer("rule_set_version"),
    findings: jsonb("findings"),
    /** Number of findings beyond those stored. */
    further: integer("further").notNull().default(0),
    high: integer("high").notNull().default(0),
    medium: integer("medium").notNull().default(0),
    low: integer("low").notNull().default(0),
    /** Error message of the last run, for moderators. */
    failure: text("failure"),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.listingId], foreignColumns: [listings.tenantId, listings.id] }),
    index("listing_checks_unqueued").on(t.listingId).where(sql`${t.enqueuedAt} is null`),
    oneOf("listing_checks_state_check", t.state, CHECK_STATES),
    check(
      "listing_checks_done_check",
      sql`${t.state} <> 'DONE' or (${t.findings} is not null and ${t.ruleSetVersion} is not null and ${t.finishedAt} is not null)`,
    ),
    check("listing_checks_failed_check", sql`(${t.state} = 'FAILED') = (${t.failure} is not null)`),
  ],
);

/** Blocklist of archives by SHA-256, for uploads of all tenants; maintained by Super Admins. */
export const blockedArchives = pgTable(
  "blocked_archives",
  {
    sha256: text("sha256").primaryKey(),
    reason: text("reason").notNull(),
    /** Listing in whose review the archive was blocked. */
    listingId: uuid("listing_id").references(() => listings.id),
    blockedBy: uuid("blocked_by").references(() => users.id),
    blockedAt: instant("blocked_at").notNull().defaultNow(),
  },
  (t) => [check("blocked_archives_sha256_check", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`)],
);

/**
 * Slugs and names of all submitted items, indexed for the detection of lookalike names. `keys` come from `lookalikeKeys`:
 * names that share a key may look alike. Null after a migration that requires recomputing them.
 */
export const itemNames = pgTable(
  "item_names",
  {
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    tenantId: tenantRef(),
    name: text("name").notNull(),
    keys: text("keys").array(),
    /** First submission; of two lookalikes the later one is reported. */
    since: instant("since").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.slug] }),
    index("item_names_keys").using("gin", t.keys),
    index("item_names_unindexed").on(t.type, t.slug).where(sql`${t.keys} is null`),
    oneOf("item_names_type_check", t.type, LISTING_TYPES),
  ],
);

/**
 * Changelog of a listing as a parsed document, so that pages show it without parsing. Written by the check of the
 * listing; `parserVersion` identifies documents to parse again.
 */
export const changelogDocuments = pgTable(
  "changelog_documents",
  {
    listingId: uuid("listing_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    parserVersion: integer("parser_version").notNull(),
    document: jsonb("document").notNull(),
  },
  (t) => [
    foreignKey({
      columns: [t.tenantId, t.listingId],
      foreignColumns: [listings.tenantId, listings.id],
      name: "changelog_documents_listing_fk",
    }),
  ],
);
