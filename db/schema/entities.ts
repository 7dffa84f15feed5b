import { sql } from "drizzle-orm";
import {
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { LISTING_TYPES } from "../../shared/vocabulary.ts";
import { createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { tenantRef } from "./tenants.ts";
import { users } from "./users.ts";

const entityColumns = () => ({
  id: id(),
  tenantId: tenantRef(),
  slug: text("slug").notNull(),
  name: text("name").notNull(),
  description: text("description"),
  createdAt: createdAt(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
});

type EntityColumns = Record<"tenantId" | "id" | "slug" | "createdAt", ExtraConfigColumn>;

const entityIndexes = (table: string) => (t: EntityColumns) => [
  unique().on(t.tenantId, t.id),
  unique(`${table}_slug_key`).on(t.slug),
  index(`${table}_newest`).on(...newestFirst(t.createdAt, t.id)),
  index().on(t.tenantId, t.createdAt),
];

/** Plugin for apps; registered before its first version is published. */
export const appPlugins = pgTable("app_plugins", entityColumns(), entityIndexes("app_plugins"));

/** Plugin for the platform. */
export const systemPlugins = pgTable("system_plugins", entityColumns(), entityIndexes("system_plugins"));

/**
 * Theme: typography, colors and layout of app interfaces. `themeConfig` and `previewImages` are its draft; listings store
 * a copy. An empty draft stands for the default look. `revision` counts saved drafts; `version` is the latest submitted.
 */
export const themes = pgTable(
  "themes",
  {
    ...entityColumns(),
    themeConfig: jsonb("theme_config").notNull().default({}),
    previewImages: jsonb("preview_images").notNull().default([]),
    version: text("version").notNull().default("0.0.0"),
    revision: integer("revision").notNull().default(1),
    editedBy: uuid("edited_by").references(() => users.id),
  },
  entityIndexes("themes"),
);

/**
 * Preview image of a theme. The row is written before its objects, and `storedAt` is null until they are complete, so that
 * every object can be found and removed. `detachedAt` is the time since which no draft uses it.
 */
export const themePreviews = pgTable(
  "theme_previews",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    themeId: uuid("theme_id").notNull(),
    width: integer("width").notNull(),
    height: integer("height").notNull(),
    createdAt: createdAt(),
    storedAt: instant("stored_at"),
    detachedAt: instant("detached_at"),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.themeId], foreignColumns: [themes.tenantId, themes.id] }),
    index().on(t.themeId),
    index("theme_previews_detached").on(t.detachedAt).where(sql`${t.detachedAt} is not null`),
  ],
);

/**
 * Ownership of slugs: one namespace per listing type, across tenants. A slug belongs to the tenant that registered or
 * published it first; once published it is bound to `entityId`. Its row lock serializes
 * submissions of versions of a slug.
 */
export const slugClaims = pgTable(
  "slug_claims",
  {
    type: text("type", { enum: LISTING_TYPES }).notNull(),
    slug: text("slug").notNull(),
    tenantId: tenantRef(),
    entityId: uuid("entity_id"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.type, t.slug] }),
    oneOf("slug_claims_type_check", t.type, LISTING_TYPES),
    index().on(t.tenantId),
  ],
);
