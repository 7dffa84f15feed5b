import { sql } from "drizzle-orm";
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { LISTING_TYPES, ROLLOUT_STATES } from "../../shared/vocabulary.ts";
import { id, instant, newestFirst, oneOf } from "./columns.ts";
import { listings } from "./listings.ts";
import { tenantRef } from "./tenants.ts";
import { users } from "./users.ts";

/**
 * Rollout of an approved version to the installations whose update policy allows it, in rings. It belongs to the publisher,
 * who reads its figures here and not the installations of others. `ring` is the last open ring, 0 before the first;
 * `nextRingAt` opens the next. Arrays have one number for each ring.
 */
export const rollouts = pgTable(
  "rollouts",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    listingId: uuid("listing_id").notNull().unique("rollouts_listing_key"),
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    state: text("state", { enum: ROLLOUT_STATES }).notNull().default("RUNNING"),
    ring: integer("ring").notNull().default(0),
    startedAt: instant("started_at").notNull(),
    nextRingAt: instant("next_ring_at").notNull(),
    /** Installations that were updated, and those of them that were moved back. Written with each batch. */
    moved: integer("moved").array().notNull().default([0, 0, 0, 0]),
    movedBack: integer("moved_back").notNull().default(0),
    /** Installations below the version at `measuredAt`: not reached yet, without consent, and with manual updates. */
    remaining: integer("remaining").array().notNull().default([0, 0, 0, 0]),
    needConsent: integer("need_consent").notNull().default(0),
    manual: integer("manual").notNull().default(0),
    buildsBefore: integer("builds_before").notNull().default(0),
    failedBefore: integer("failed_before").notNull().default(0),
    buildsAfter: integer("builds_after").notNull().default(0),
    failedAfter: integer("failed_after").notNull().default(0),
    failingApps: integer("failing_apps").notNull().default(0),
    measuredAt: instant("measured_at"),
    /**
     * Builds queued earlier do not count for a hold, so that a resumed rollout is not held again for accepted failures.
     */
    measuredFrom: instant("measured_from").notNull(),
    heldAt: instant("held_at"),
    holdReason: text("hold_reason"),
    /** User who held it or rolled it back; null for an automatic hold. */
    heldBy: uuid("held_by").references(() => users.id),
    endedAt: instant("ended_at"),
    /** Completion of the work that follows the end: moving back, putting installations on hold. */
    settledAt: instant("settled_at"),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.listingId], foreignColumns: [listings.tenantId, listings.id] }),
    index("rollouts_tenant_item").on(t.tenantId, t.type, t.slug),
    index("rollouts_unsettled").on(t.startedAt).where(sql`${t.settledAt} is null`),
    index("rollouts_newest").on(...newestFirst(t.startedAt, t.id)),
    oneOf("rollouts_type_check", t.type, LISTING_TYPES),
    oneOf("rollouts_state_check", t.state, ROLLOUT_STATES),
    check("rollouts_ended_check", sql`(${t.state} in ('RUNNING', 'HELD')) = (${t.endedAt} is null)`),
    check(
      "rollouts_held_check",
      sql`${t.state} <> 'HELD' or (${t.heldAt} is not null and ${t.holdReason} is not null)`,
    ),
  ],
);

/**
 * Update of an installation by a rollout, at most one for each. It outlives the installation, so that counts stay exact.
 */
export const rolloutMoves = pgTable(
  "rollout_moves",
  {
    rolloutId: uuid("rollout_id")
      .notNull()
      .references(() => rollouts.id),
    installationId: uuid("installation_id").notNull(),
    tenantId: tenantRef(),
    /** Null for a system plugin. */
    appId: uuid("app_id"),
    fromListingId: uuid("from_listing_id")
      .notNull()
      .references(() => listings.id),
    ring: integer("ring").notNull(),
    movedAt: instant("moved_at").notNull(),
    movedBackAt: instant("moved_back_at"),
  },
  (t) => [primaryKey({ columns: [t.rolloutId, t.installationId] })],
);

/** Installations of a version at the end of a day (UTC), today's as of the last count. They belong to the publisher. */
export const installationDays = pgTable(
  "installation_days",
  {
    tenantId: uuid("tenant_id").notNull(),
    listingId: uuid("listing_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    installations: integer("installations").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.listingId, t.day] }),
    foreignKey({ columns: [t.tenantId, t.listingId], foreignColumns: [listings.tenantId, listings.id] }),
  ],
);
