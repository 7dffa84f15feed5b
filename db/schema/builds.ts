import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { apps } from "./apps.ts";
import { createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { users } from "./tenants.ts";
import { BUILD_END_REASONS, BUILD_STATUSES, PLATFORMS, REPORTED_STATUSES } from "./vocabulary.ts";

/** How much of an error log a list shows, in characters. */
export const ERROR_LOG_TAIL_CHARACTERS = 4_000;

/**
 * One build of an app on one platform. Its status never goes back: a terminal one has `finishedAt` and stays.
 * The tail of the error log is kept beside it, so that a list never reads a log of a mebibyte.
 */
export const builds = pgTable(
  "builds",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    appId: uuid("app_id").notNull(),
    number: integer("number").notNull(),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    version: text("version").notNull(),
    gitRef: text("git_ref"),
    status: text("status", { enum: BUILD_STATUSES }).notNull().default("QUEUED"),
    artifactPath: text("artifact_path"),
    sizeBytes: bigint("size_bytes", { mode: "bigint" }),
    errorLog: text("error_log"),
    errorLogTail: text("error_log_tail").generatedAlwaysAs(
      (): SQL => sql.raw(`right("error_log", ${ERROR_LOG_TAIL_CHARACTERS})`),
    ),
    errorLogTruncated: boolean("error_log_truncated").generatedAlwaysAs(
      (): SQL => sql.raw(`coalesce(length("error_log") > ${ERROR_LOG_TAIL_CHARACTERS}, false)`),
    ),
    workerId: text("worker_id"),
    /** Set while a worker has the build by a claim: until then it is the worker's alone. */
    leaseUntil: instant("lease_until"),
    /** What the worker called its claim, so that it may ask again when the answer was lost. */
    claimId: uuid("claim_id"),
    cancelRequestedAt: instant("cancel_requested_at"),
    /** Why the platform ended it; null while it lasts and where a worker's report ended it. */
    endReason: text("end_reason", { enum: BUILD_END_REASONS }),
    retryOf: uuid("retry_of").references((): AnyPgColumn => builds.id),
    createdBy: uuid("created_by").references(() => users.id),
    createdAt: createdAt(),
    startedAt: instant("started_at"),
    finishedAt: instant("finished_at"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (t) => [
    unique().on(t.tenantId, t.id),
    unique("builds_app_number_key").on(t.appId, t.number),
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [apps.tenantId, apps.id] }),
    // Lists look into these once for each platform and status that they show, so that no filter reads what it drops.
    index("builds_tenant_listed").on(
      t.tenantId,
      t.platform,
      t.status,
      newestFirst(t.createdAt),
      newestFirst(t.id),
    ),
    // With the tenant for the policy of row-level security, so that an index-only scan is possible.
    index("builds_app_listed").on(
      t.tenantId,
      t.appId,
      t.platform,
      t.status,
      newestFirst(t.createdAt),
      newestFirst(t.id),
    ),
    index("builds_app_numbered").on(t.appId, t.platform, t.status, newestFirst(t.number)),
    index("builds_newest").on(newestFirst(t.createdAt), newestFirst(t.id)),
    index("builds_finished").on(t.finishedAt, t.status).where(sql`${t.finishedAt} is not null`),
    index("builds_unfinished").on(t.appId).where(sql`${t.finishedAt} is null`),
    index("builds_waiting")
      .on(t.platform, t.tenantId, t.createdAt, t.id)
      .where(sql`${t.status} = 'QUEUED' and ${t.leaseUntil} is null`),
    index("builds_leased")
      .on(t.leaseUntil)
      .where(sql`${t.finishedAt} is null and ${t.leaseUntil} is not null`),
    index("builds_worker").on(t.workerId, newestFirst(t.finishedAt)).where(sql`${t.workerId} is not null`),
    index("builds_retries").on(t.retryOf).where(sql`${t.retryOf} is not null`),
    oneOf("builds_platform_check", t.platform, PLATFORMS),
    oneOf("builds_status_check", t.status, BUILD_STATUSES),
    check(
      "builds_finished_check",
      sql`(${t.status} in ('COMPLETED', 'FAILED')) = (${t.finishedAt} is not null)`,
    ),
    check("builds_size_check", sql`${t.sizeBytes} >= 0`),
    oneOf("builds_end_reason_check", t.endReason, BUILD_END_REASONS),
    check("builds_end_reason_of_end_check", sql`${t.endReason} is null or ${t.status} = 'FAILED'`),
  ],
);

/** Every report that reached the webhook for a build, applied or not, in the order of arrival. */
export const buildReports = pgTable(
  "build_reports",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    tenantId: uuid("tenant_id").notNull(),
    buildId: uuid("build_id").notNull(),
    status: text("status", { enum: REPORTED_STATUSES }).notNull(),
    workerId: text("worker_id"),
    artifactPath: text("artifact_path"),
    sizeBytes: bigint("size_bytes", { mode: "bigint" }),
    applied: boolean("applied").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
  },
  (t) => [
    index().on(t.buildId, t.id),
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
    oneOf("build_reports_status_check", t.status, REPORTED_STATUSES),
  ],
);
