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
import { apps } from "./apps.ts";
import { oneOf } from "./columns.ts";
import { PLATFORMS } from "./vocabulary.ts";

/** What of a build is measured: how long it ran, if it completed, and how long it waited for a worker. */
export const BUILD_MEASURES = ["RUN", "QUEUE"] as const;
export type BuildMeasure = (typeof BUILD_MEASURES)[number];

/**
 * Builds that ended and are not counted yet. A trigger on `builds` adds the row in the transaction that ends the build;
 * a job moves rows from here into the counts below. The counts and these rows together are exact at any moment.
 */
export const buildOutcomes = pgTable(
  "build_outcomes",
  {
    id: bigint("id", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    buildId: uuid("build_id").notNull(),
    tenantId: uuid("tenant_id").notNull(),
    appId: uuid("app_id").notNull(),
    platform: text("platform", { enum: PLATFORMS }).notNull(),
    /** In UTC, the day on which the build was queued. */
    day: date("day", { mode: "string" }).notNull(),
    isCompleted: boolean("is_completed").notNull(),
    runSeconds: integer("run_seconds"),
    queueSeconds: integer("queue_seconds"),
  },
  (t) => [index("build_outcomes_tenant").on(t.tenantId)],
);

/** How many builds of an app that were queued on a day have ended, and how. */
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

/** The sums of `build_days` over all days: how many builds of an app on a platform have ever ended, and how. */
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
 * How many builds of the statistics' period took how many whole seconds (`width` 1) and whole minutes (`width` 60): a
 * percentile finds its minute first and then reads the seconds of that minute alone. A build counts under three
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

/** One row: the first day, in UTC, of the builds that `build_durations` counts. A job moves it on. */
export const buildPeriod = pgTable(
  "build_period",
  {
    isOnly: boolean("is_only").primaryKey().default(true),
    since: date("since", { mode: "string" }).notNull(),
  },
  (t) => [check("build_period_only_check", sql`${t.isOnly}`)],
);
