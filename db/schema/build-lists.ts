import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { builds } from "./builds.ts";
import { bytewiseText, createdAt, id, instant, newestFirst } from "./columns.ts";
import { memberships } from "./tenants.ts";

/**
 * Terms by which a build is found: its version, Git reference and commit in lower case, kept by `db/functions/build-search.sql`. Its
 * own table, as an index of `builds` would be written with each change of a status, and could not serve `lower(…)` behind
 * row-level security. Ids are in order of creation, so the newest builds of a term are at the end of its range.
 */
export const buildSearchTerms = pgTable(
  "build_search_terms",
  {
    tenantId: uuid("tenant_id").notNull(),
    term: bytewiseText("term").notNull(),
    buildId: uuid("build_id").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.term, t.buildId] })],
);

/**
 * Sources of builds, by which lists are filtered, kept by `db/functions/build-sources.sql`. Its own table for the same reason. An
 * index per source holds the builds in the order of lists.
 */
export const buildSources = pgTable(
  "build_sources",
  {
    buildId: uuid("build_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    gitRef: text("git_ref"),
    version: text("version").notNull(),
    createdBy: uuid("created_by"),
    workerId: text("worker_id"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }).onDelete(
      "cascade",
    ),
    index("build_sources_ref").on(t.tenantId, t.gitRef, newestFirst(t.createdAt), newestFirst(t.buildId)),
    index("build_sources_version").on(
      t.tenantId,
      t.version,
      newestFirst(t.createdAt),
      newestFirst(t.buildId),
    ),
    index("build_sources_person").on(
      t.tenantId,
      t.createdBy,
      newestFirst(t.createdAt),
      newestFirst(t.buildId),
    ),
    index("build_sources_worker").on(
      t.tenantId,
      t.workerId,
      newestFirst(t.createdAt),
      newestFirst(t.buildId),
    ),
  ],
);

/** Saved view of a person: the filters of a tenant's list of builds, as the query of its URL. */
export const buildViews = pgTable(
  "build_views",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    userId: uuid("user_id").notNull(),
    name: text("name").notNull(),
    query: text("query").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("build_views_name_key").on(t.tenantId, t.userId, t.name),
    foreignKey({
      columns: [t.tenantId, t.userId],
      foreignColumns: [memberships.tenantId, memberships.userId],
      name: "build_views_membership_fk",
    }).onDelete("cascade"),
  ],
);
