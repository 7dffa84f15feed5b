import { type SQL, sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { BuildFailure } from "../../shared/build-log/find-failure.ts";
import { BUILD_END_REASONS, BUILD_STATUSES, PLATFORMS, REPORTED_STATUSES } from "../../shared/vocabulary.ts";
import { apps } from "./apps.ts";
import { bytes, createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { tenantRef } from "./tenants.ts";
import { users } from "./users.ts";

/** Length of the error log's tail in lists, in characters. */
export const ERROR_LOG_TAIL_CHARACTERS = 4_000;

/**
 * Build of an app on one platform. Its status only moves forward; a terminal status is final and has `finishedAt`.
 * The tail of the error log is a generated column, so that lists do not read logs of up to a mebibyte.
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
    gitCommit: text("git_commit"),
    /** First line of the commit's message. */
    commitMessage: text("commit_message"),
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
    /** Failure found in the error log and written with it. It is valid only for failed builds. */
    failure: jsonb("failure").$type<BuildFailure>(),
    workerId: text("worker_id"),
    /** End of the lease of the worker that claimed the build; until then no other worker gets it. */
    leaseUntil: instant("lease_until"),
    /** Idempotency key of the claim: the worker can repeat a claim whose response was lost. */
    claimId: uuid("claim_id"),
    cancelRequestedAt: instant("cancel_requested_at"),
    /** Reason for which the platform ended the build; null if it is running or a worker ended it. */
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
    // Lists scan these once per platform and status, so that a filter reads no rows in vain.
    index("builds_tenant_listed").on(t.tenantId, t.platform, t.status, ...newestFirst(t.createdAt, t.id)),
    // Includes the tenant for the row-level security policy, so that an index-only scan is possible.
    index("builds_app_listed").on(
      t.tenantId,
      t.appId,
      t.platform,
      t.status,
      ...newestFirst(t.createdAt, t.id),
    ),
    index("builds_app_numbered").on(t.appId, t.platform, t.status, ...newestFirst(t.number)),
    index("builds_newest").on(...newestFirst(t.createdAt, t.id)),
    index("builds_finished").on(t.finishedAt, t.status).where(sql`${t.finishedAt} is not null`),
    index("builds_unfinished").on(t.appId).where(sql`${t.finishedAt} is null`),
    index("builds_waiting")
      .on(t.platform, t.tenantId, t.createdAt, t.id)
      .where(sql`${t.status} = 'QUEUED' and ${t.leaseUntil} is null`),
    index("builds_leased")
      .on(t.leaseUntil)
      .where(sql`${t.finishedAt} is null and ${t.leaseUntil} is not null`),
    index("builds_worker")
      .on(t.workerId, ...newestFirst(t.finishedAt))
      .where(sql`${t.workerId} is not null`),
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

/** Status reports of workers for a build, applied or not, in order of arrival. */
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
    index("build_reports_unapplied").on(t.receivedAt).where(sql`not ${t.applied}`),
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
    oneOf("build_reports_status_check", t.status, REPORTED_STATUSES),
  ],
);

/**
 * Uploaded file of a build; its object is stored before the row is written. Repeated uploads leave several files per build;
 * the one whose path the worker reports is the build's artifact.
 */
export const buildArtifacts = pgTable(
  "build_artifacts",
  {
    id: id(),
    tenantId: uuid("tenant_id").notNull(),
    buildId: uuid("build_id").notNull(),
    fileName: text("file_name").notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    sha256: text("sha256").notNull(),
    storedAt: instant("stored_at").notNull(),
  },
  (t) => [
    index("build_artifacts_build").on(t.buildId),
    index("build_artifacts_stored").on(t.storedAt),
    foreignKey({ columns: [t.tenantId, t.buildId], foreignColumns: [builds.tenantId, builds.id] }),
  ],
);

/**
 * Build workers by self-assigned name, with their latest heartbeat (`lastSeenAt`). A draining worker gets no new build.
 * A forgotten worker is not listed until its next request.
 */
export const buildWorkers = pgTable("build_workers", {
  id: text("id").primaryKey(),
  platforms: text("platforms", { enum: PLATFORMS }).array().notNull(),
  firstSeenAt: instant("first_seen_at").notNull(),
  lastSeenAt: instant("last_seen_at").notNull(),
  version: text("version"),
  drainingSince: instant("draining_since"),
  forgottenAt: instant("forgotten_at"),
});

/** A worker is offline after this silence. It asks for a build, or extends its lease, every few seconds. */
export const WORKER_TIMEOUT_MS = 120_000;

/**
 * Condition of a stalled build, as text without parameters: unfinished, and its lease expired or its worker is offline. A
 * worker without heartbeats is never offline.
 * @param build table or alias of the builds
 * @param at SQL of the instant
 */
export const stalledCondition = (build: string, at = "now()"): string =>
  `(${build}.finished_at is null and (coalesce(${build}.lease_until < ${at}, false) or exists (
    select from build_workers w
    where w.id = ${build}.worker_id and w.last_seen_at < ${at} - interval '${WORKER_TIMEOUT_MS} milliseconds')))`;

/** Sequence of turns in the round-robin of tenants. */
export const buildTurnNumbers = pgSequence("build_turn_numbers");

/** Round-robin of tenants per platform: a tenant's latest turn; the tenant with the oldest turn is next. */
export const buildTurns = pgTable(
  "build_turns",
  {
    tenantId: tenantRef(),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    turn: bigint("turn", { mode: "bigint" }).notNull(),
    /** User who made the tenant, or the tenant; null in a row of an older release. */
    person: uuid("person"),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.platform] }),
    index("build_turns_person").on(t.person, t.platform, t.turn),
  ],
);

/** Variable of a build, without the value of a secret. */
export interface BuildVariable {
  name: string;
  isSecret: boolean;
  value: string | null;
  updatedAt: string;
}

/**
 * Variables that a build got with its claim. `encrypted` holds the values of its secrets by name, as JSON, until its
 * log is closed, so that the log masks a secret that was changed meanwhile.
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
