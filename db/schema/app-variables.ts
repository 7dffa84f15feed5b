import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { apps } from "./apps.ts";
import { builds } from "./builds.ts";
import { bytes, instant } from "./columns.ts";
import { users } from "./tenants.ts";
import { PLATFORMS } from "./vocabulary.ts";

/**
 * Environment variable of an app's builds. A secret's value is only in `encrypted` (`server/platform/secrets`), that of
 * another variable only in `value`. Without `platforms` it is for all.
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

/** Variable as a build got it, without the value of a secret. */
export interface BuildVariable {
  name: string;
  isSecret: boolean;
  value: string | null;
  updatedAt: string;
}

/**
 * Variables that a build got with its claim. `encrypted` holds the values of its secrets by name, as JSON, until its log is
 * closed: a secret that is changed meanwhile is still masked in it.
 */
export const buildVariables = pgTable(
  "build_variables",
  {
    buildId: uuid("build_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    variables: jsonb("variables").$type<BuildVariable[]>().notNull(),
    encrypted: bytes("encrypted"),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
    index("build_variables_encrypted").on(t.buildId).where(sql`${t.encrypted} is not null`),
  ],
);
