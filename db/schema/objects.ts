import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "./columns.ts";

/**
 * Objects to delete from the object store: queued in the transaction that deletes their rows, and kept until the store has
 * confirmed the deletion.
 */
export const objectDeletions = pgTable("object_deletions", {
  key: text("key").primaryKey(),
  queuedAt: instant("queued_at").notNull().defaultNow(),
});

/** Garbage collections that stopped because they would have deleted an unusual share of all rows; see `GC_MAX_PERCENT`. */
export const collectionStops = pgTable("collection_stops", {
  collection: text("collection").primaryKey(),
  garbage: integer("garbage").notNull(),
  total: integer("total").notNull(),
  stoppedAt: instant("stopped_at").notNull().defaultNow(),
});
