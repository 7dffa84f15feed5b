import { index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "./columns.ts";
import { tenants } from "./tenants.ts";
import { PLATFORMS } from "./vocabulary.ts";

/**
 * A mobile app that a tenant builds. `lastBuildNumber` numbers its builds without a gap or a race. One that has builds
 * is never deleted; an archived one takes no new builds.
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
