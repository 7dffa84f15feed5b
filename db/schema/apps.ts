import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { PLATFORMS } from "../../shared/vocabulary.ts";
import { bytes, createdAt, id, instant } from "./columns.ts";
import { tenantRef } from "./tenants.ts";
import { users } from "./users.ts";

/**
 * Mobile app of a tenant. `lastBuildNumber` is the counter of build numbers: without gaps, and safe under concurrency. An
 * app with builds is never deleted; an archived app accepts no builds.
 */
export const apps = pgTable(
  "apps",
  {
    id: id(),
    tenantId: tenantRef(),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    platforms: text("platforms", { enum: PLATFORMS }).array().notNull(),
    lastBuildNumber: integer("last_build_number").notNull().default(0),
    createdAt: createdAt(),
    archivedAt: instant("archived_at"),
  },
  (t) => [unique().on(t.tenantId, t.id), unique().on(t.tenantId, t.slug), index().on(t.tenantId, t.name)],
);

/**
 * Environment variable of an app's builds. The value of a secret is only in `encrypted` (`server/core`), that of
 * another variable only in `value`. Without `platforms` it applies to all.
 */
export const appVariables = pgTable(
  "app_variables",
  {
    appId: uuid("app_id").notNull(),
    name: text("name").notNull(),
    tenantId: uuid("tenant_id").notNull(),
    platforms: text("platforms", { enum: PLATFORMS }).array().notNull(),
    isSecret: boolean("is_secret").notNull(),
    value: text("value"),
    encrypted: bytes("encrypted"),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: uuid("updated_by").references(() => users.id),
  },
  (t) => [
    primaryKey({ columns: [t.appId, t.name] }),
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [apps.tenantId, apps.id] }).onDelete(
      "cascade",
    ),
    check(
      "app_variables_value_check",
      sql`(${t.value} is null) = ${t.isSecret} and (${t.encrypted} is not null) = ${t.isSecret}`,
    ),
  ],
);
