import { index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns.ts";
import { tenants } from "./tenants.ts";
import { PLATFORMS } from "./vocabulary.ts";

/**
 * Mobile app of a tenant. `lastBuildNumber` is the counter of build numbers: without gaps, and safe under concurrency. An
 * app with builds is never deleted; an archived app accepts no builds.
 */
export const apps = pgTable(
  "apps",
  {
    id: id(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    platforms: text("platforms", { enum: PLATFORMS }).array().notNull(),
    lastBuildNumber: integer("last_build_number").notNull().default(0),
    createdAt: createdAt(),
    archivedAt: instant("archived_at"),
  },
  (t) => [unique().on(t.tenantId, t.id), unique().on(t.tenantId, t.slug), index().on(t.tenantId, t.name)],
);
