import { z } from "zod";
import { BUILD_STATUSES, PLATFORMS, REPORTED_STATUSES } from "@/db/schema/vocabulary.ts";
import { Slug } from "../platform/fields.ts";
import { plainText, reference, singleLineText } from "../platform/text.ts";

const MAX_BIGINT = 9_223_372_036_854_775_807n;

const absentWhenEmpty = (text: string) => (text === "" ? undefined : text);

/** The build status report of specification 2.4, as a worker sends it. */
export const ReportBuild = z.object({
  buildId: reference(),
  status: z.enum(REPORTED_STATUSES, { error: `must be one of ${REPORTED_STATUSES.join(", ")}` }),
  artifactPath: plainText(2_048).transform(absentWhenEmpty).optional(),
  /** Any text is welcome, so that no report is lost: what PostgreSQL cannot hold becomes U+FFFD. */
  errorLog: z
    .string({ error: "must be a string" })
    .transform((text) => absentWhenEmpty(text.toWellFormed().replaceAll("\0", "\uFFFD")))
    .optional(),
  sizeBytes: z
    .string({ error: "must be a string of digits" })
    .refine((text) => text === "" || /^\d{1,19}$/.test(text), {
      message: "must be 1 to 19 digits",
      abort: true,
    })
    .refine((text) => text === "" || BigInt(text) <= MAX_BIGINT, { message: "must fit into 64 bits" })
    .transform((text) => (text === "" ? undefined : BigInt(text).toString()))
    .optional(),
  workerId: plainText(128).transform(absentWhenEmpty).optional(),
});
export type ReportBuild = z.output<typeof ReportBuild>;

const workerId = () => plainText(128, 1);

/** A worker that asks for a build. */
export const ClaimBuild = z.object({
  workerId: workerId(),
  /** Of which platforms; of all when it is absent or empty. */
  platforms: z
    .array(z.enum(PLATFORMS, { error: `must be one of ${PLATFORMS.join(", ")}` }), {
      error: "must be a list of platforms",
    })
    .default([])
    .transform((platforms) => (platforms.length === 0 ? [...PLATFORMS] : eachOnce(platforms))),
  /** Made up by the worker: the same claim sent again is answered with the same build. */
  claimId: z.guid({ error: "must be a UUID" }).toLowerCase().optional(),
});
export type ClaimBuild = z.output<typeof ClaimBuild>;

/** A worker that says that it still works on a build. */
export const Heartbeat = z.object({ workerId: workerId() });
export type Heartbeat = z.output<typeof Heartbeat>;

/** A worker that gives a build back which it cannot finish. */
export const ReleaseBuild = z.object({ workerId: workerId() });
export type ReleaseBuild = z.output<typeof ReleaseBuild>;

/** A Super Admin's word for why a build is ended by hand. */
export const FailBuild = z.object({ buildId: reference(), reason: singleLineText(200) });
export type FailBuild = z.output<typeof FailBuild>;

/** The filters of a list of builds. A word that stands there twice counts once. */
export const BuildFilters = z.object({
  status: z
    .array(z.enum(BUILD_STATUSES, { error: `must be one of ${BUILD_STATUSES.join(", ")}` }))
    .transform(eachOnce),
  platform: z
    .array(z.enum(PLATFORMS, { error: `must be one of ${PLATFORMS.join(", ")}` }))
    .transform(eachOnce),
});
export type BuildFilters = z.output<typeof BuildFilters>;

/** One page of the builds of an app, newest first. */
export const ListBuilds = BuildFilters.extend({
  limit: z
    .string()
    .default("20")
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 100, {
      message: "must be a whole number from 1 to 100",
    })
    .transform(Number),
  cursor: z.string().optional(),
});
export type ListBuilds = z.output<typeof ListBuilds>;

/** What is needed to queue a build. */
export const QueueBuild = z.object({
  platform: z.enum(PLATFORMS, { error: `must be one of ${PLATFORMS.join(", ")}` }),
  version: plainText(64, 1),
  gitRef: plainText(255).transform(absentWhenEmpty).optional(),
});
export type QueueBuild = z.output<typeof QueueBuild>;

/** PostgreSQL knows no year 0. */
const Day = z.iso.date().refine((day) => !day.startsWith("0000"), { message: "must be a day of our era" });

/** One page of builds in a dashboard, newest first. `since` and `until` are days in UTC, both included. */
export const BrowseBuilds = z.object({
  appId: z.uuid().optional(),
  status: z.array(z.enum(BUILD_STATUSES)).default([]).transform(eachOnce),
  platform: z.array(z.enum(PLATFORMS)).default([]).transform(eachOnce),
  since: Day.optional(),
  until: Day.optional(),
  limit: z.number().int().min(1).max(100).default(25),
  cursor: z.string().optional(),
});
export type BrowseBuilds = z.output<typeof BrowseBuilds>;

/** One page of the builds of all tenants, or of one, newest first. */
export const BrowseAllBuilds = BrowseBuilds.extend({
  tenant: Slug.optional(),
  stuck: z.boolean().default(false),
});
export type BrowseAllBuilds = z.output<typeof BrowseAllBuilds>;

function eachOnce<T>(words: readonly T[]): T[] {
  return [...new Set(words)];
}
