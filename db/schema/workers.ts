import { bigint, pgSequence, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { tenants } from "./tenants.ts";
import { PLATFORMS } from "./vocabulary.ts";

/**
 * Build workers by self-assigned name, with their latest heartbeat (`lastSeenAt`). A draining worker gets no new build; a
 * forgotten one is not listed until it is heard of again.
 */
export const buildWorkers = pgTable("build_workers", {
  id: text("id").primaryKey(),
  platforms: text("platforms", { enum: PLATFORMS }).array().notNull(),
  firstSeenAt: instant("first_seen_at").notNull(),
  lastSeenAt: instant("last_seen_at").notNull(),
  version: text("version"),
  drainingSince: instant("draining_since"),
  forgottenAt: instant("forgotten_at"),
});

/** Sequence of turns in the round-robin of tenants. */
export const buildTurnNumbers = pgSequence("build_turn_numbers");

/** Round-robin of tenants per platform: a tenant's latest turn; the tenant with the oldest turn is next. */
export const buildTurns = pgTable(
  "build_turns",
  {
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    turn: bigint("turn", { mode: "bigint" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.platform] })],
);
