import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { PLATFORMS } from "../../shared/vocabulary.ts";
import { apps } from "./apps.ts";
import { oneOf } from "./columns.ts";

/** Durations of a build: run time of completed builds, and queue time before a worker started. */
export const BUILD_MEASURES = ["RUN", "QUEUE"] as const;
export type BuildMeasure = (typeof BUILD_MEASURES)[number];

/**
 * Staging table of finished builds for the statistics. A trigger on `builds` adds the row in the transaction that finishes
 * the build; a job moves rows into the counts below. Counts plus staged rows are exact at any time.
 */
export const buildOutcomes = pgTable(
  "build_outcomes",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    buildId: uuid("build_id").notNull(),
    tenantId: uuid("tenant_id").notNull(),
    appId: uuid("app_id").notNull(),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    /** Day in UTC on which the build was queued. */
    day: date("day", { mode: "string" }).notNull(),
    isCompleted: boolean("is_completed").notNull(),
    runSeconds: integer("run_seconds"),
    queueSeconds: integer("queue_seconds"),
  },
  (t) => [index("build_outcomes_tenant").on(t.tenantId)],
);

/** Finished builds by app, platform and day of queueing (UTC). */
export const buildDays = pgTable(
  "build_days",
  {
    tenantId: uuid("tenant_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    appId: uuid("app_id").notNull(),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    completed: integer("completed").notNull(),
    failed: integer("failed").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.day, t.appId, t.platform] }),
    index("build_days_day").on(t.day),
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [apps.tenantId, apps.id] }),
  ],
);

/** All-time totals of `build_days` by app and platform. */
export const buildTotals = pgTable(
  "build_totals",
  {
    tenantId: uuid("tenant_id").notNull(),
    appId: uuid("app_id").notNull(),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    completed: integer("completed").notNull(),
    failed: integer("failed").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.appId, t.platform] }),
    foreignKey({ columns: [t.tenantId, t.appId], foreignColumns: [apps.tenantId, apps.id] }),
  ],
);

/**
 * Histograms of build durations in the statistics' period, with buckets of one second (`width` 1) and one minute (`width`
 * 60): a percentile finds its minute first and then reads only the seconds of that minute. A build counts under three
 * subjects: `ALL`, its platform and the id of its app.
 */
export const buildDurations = pgTable(
  "build_durations",
  {
    tenantId: uuid("tenant_id").notNull(),
    width: integer("width").notNull(),
    subject: text("subject").notNull(),
    measure: text("measure", { enum: BUILD_MEASURES }).notNull(),
    bucket: integer("bucket").notNull(),
    builds: integer("builds").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tenantId, t.width, t.subject, t.measure, t.bucket] }),
    oneOf("build_durations_measure_check", t.measure, BUILD_MEASURES),
    check("build_durations_width_check", sql`${t.width} in (1, 60)`),
  ],
);

/** Single row with the first day (UTC) of the period that `build_durations` covers. A job advances it. */
export const buildPeriod = pgTable(
  "build_period",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    since: date("since", { mode: "string" }).notNull(),
  },
  (t) => [check("build_period_only_check", sql`${t.isOnly}`)],
);
