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
import { instant, oneOf } from "./columns.ts";
import { listings } from "./listings.ts";
import { tenants, users } from "./tenants.ts";
import { CHECK_STATES, LISTING_TYPES } from "./vocabulary.ts";

/**
 * What the automated checks say of a listing. A trigger makes the row with the listing, so every listing has exactly
 * one and none is forgotten; `enqueuedAt` is null until a job was queued for it. The findings of an earlier run stay
 * until a later one is done.
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
    /** The version of the rules that the findings were made by. */
    ruleSetVersion: integer("rule_set_version"),
    findings: jsonb("findings"),
    /** How many more there were than are kept. */
    further: integer("further").notNull().default(0),
    high: integer("high").notNull().default(0),
    medium: integer("medium").notNull().default(0),
    low: integer("low").notNull().default(0),
    /** Why the last run came to nothing, for people to read. */
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

/** Archives that Super Admins never want to see again, by the SHA-256 of their bytes, whoever uploads them. */
export const blockedArchives = pgTable(
  "blocked_archives",
  {
    sha256: text("sha256").primaryKey(),
    reason: text("reason").notNull(),
    /** The listing whose review led to it. */
    listingId: uuid("listing_id").references(() => listings.id),
    blockedBy: uuid("blocked_by").references(() => users.id),
    blockedAt: instant("blocked_at").notNull().defaultNow(),
  },
  (t) => [check("blocked_archives_sha256_check", sql`${t.sha256} ~ '^[0-9a-f]{64}$'`)],
);

/**
 * The slugs and names of what was ever submitted, so that one that is made to be taken for another is found by an index.
 * `keys` are those of `lookalikeKeys`: names that share one may look alike.
 */
export const itemNames = pgTable(
  "item_names",
  {
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    name: text("name").notNull(),
    keys: text("keys").array().notNull(),
    /** Whoever came later is the one who looks like the other. */
    since: instant("since").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.slug] }),
    index("item_names_keys").using("gin", t.keys),
    oneOf("item_names_type_check", t.type, LISTING_TYPES),
  ],
);
