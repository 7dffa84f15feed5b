import { bigint, pgSequence, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";
import { tenants } from "./tenants.ts";
import { PLATFORMS } from "./vocabulary.ts";

/** Every worker that asked for builds, by the name it gives itself, with its last sign of life. */
export const buildWorkers = pgTable("build_workers", {
  id: text("id").primaryKey(),
  platforms: text("platforms", { enum: PLATFORMS }).array().notNull(),
  firstSeenAt: instant("first_seen_at").notNull(),
  lastSeenAt: instant("last_seen_at").notNull(),
});

/** Counts the turns of all tenants. */
export const buildTurnNumbers = pgSequence("build_turn_numbers");

/** A tenant's last turn with the workers of a platform; the tenant whose turn is the longest ago is next. */
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
