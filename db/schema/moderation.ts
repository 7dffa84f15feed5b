import { index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { id, instant } from "./columns.ts";
import { listings } from "./listings.ts";
import { users } from "./tenants.ts";

/**
 * Internal notes of moderators about a listing. Without a tenant, and visible at platform scope only
 * (`db/functions/tenant-isolation.sql`), as publishers must not read them.
 */
export const moderationNotes = pgTable(
  "moderation_notes",
  {
    id: id(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listings.id),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id),
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
