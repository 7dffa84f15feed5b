import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { PLATFORMS } from "../../shared/vocabulary.ts";
import { builds } from "./builds.ts";
import { bytewiseText, createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { memberships } from "./tenants.ts";
import { userRef, users } from "./users.ts";

/**
 * Terms by which a build is found: its version, Git reference and commit in lower case, kept by
 * `db/functions/build-search.sql`. A separate table, because an index of `builds` would be written with each change of
 * a status and could not serve `lower(…)` under row-level security. Ids are in order of creation, so the newest builds
 * of a term are at the end of its range.
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
 * Sources of builds, by which lists are filtered, kept by `db/functions/build-sources.sql`. A separate table for the
 * same reason. Each source has an index in the order of the lists.
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
    index("build_sources_ref").on(t.tenantId, t.gitRef, ...newestFirst(t.createdAt, t.buildId)),
    index("build_sources_version").on(t.tenantId, t.version, ...newestFirst(t.createdAt, t.buildId)),
    index("build_sources_person").on(t.tenantId, t.createdBy, ...newestFirst(t.createdAt, t.buildId)),
    index("build_sources_worker").on(t.tenantId, t.workerId, ...newestFirst(t.createdAt, t.buildId)),
  ],
);

/** Saved view of a user: filters for the builds of a tenant, as the query of the URL. */
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

/**
 * Failed build with the fingerprint of its reason, kept by `db/functions/build-failures.sql`. A separate table, because
 * an index of `builds` would be written with each change of a status and could not serve `->>` under row-level
 * security. The indexes include the tenant and all columns of a cluster, so that clusters are index-only scans.
 */
export const buildFailures = pgTable(
  "build_failures",
  {
    buildId: uuid("build_id").primaryKey(),
    tenantId: uuid("tenant_id").notNull(),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    workerId: text("worker_id"),
    /** Null without a reason, and for builds that a user ended. */
    fingerprint: bytewiseText("fingerprint"),
    finishedAt: instant("finished_at").notNull(),
    /** True if the reason is not computed yet, because the build failed under an older release. */
    isPending: boolean("is_pending").notNull(),
  },
  (t) => [
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }).onDelete(
      "cascade",
    ),
    index("build_failures_alike")
      .on(t.fingerprint, ...newestFirst(t.finishedAt), t.buildId, t.tenantId, t.workerId, t.platform)
      .where(sql`${t.fingerprint} is not null`),
    index("build_failures_newest")
      .on(...newestFirst(t.finishedAt), t.buildId, t.fingerprint, t.tenantId, t.workerId, t.platform)
      .where(sql`${t.fingerprint} is not null`),
    index("build_failures_pending").on(t.buildId).where(sql`${t.isPending}`),
    oneOf("build_failures_platform_check", t.platform, PLATFORMS),
  ],
);

/**
 * Notice of a Super Admin on the builds that failed for one reason, such as an outage of a service. Builds show it until it is
 * ended, if they failed after `since`.
 */
export const failureNotices = pgTable(
  "failure_notices",
  {
    id: id(),
    fingerprint: bytewiseText("fingerprint").notNull(),
    text: text("text").notNull(),
    /** One of the builds that failed for the reason. */
    buildId: uuid("build_id")
      .notNull()
      .references(() => builds.id),
    since: instant("since").notNull(),
    createdBy: userRef("created_by"),
    createdAt: createdAt(),
    endedBy: uuid("ended_by").references(() => users.id),
    endedAt: instant("ended_at"),
  },
  (t) => [
    uniqueIndex("failure_notices_active").on(t.fingerprint).where(sql`${t.endedAt} is null`),
    check("failure_notices_ended_check", sql`(${t.endedAt} is null) = (${t.endedBy} is null)`),
  ],
);
