import { z } from "zod";
import { MAX_APP_VERSION_LENGTH, MAX_BUILD_NOTE_LENGTH, MAX_GIT_REF_LENGTH } from "@/shared/bounds.ts";
import { decodeText } from "@/shared/text/decode-output.ts";
import { PageLimit, pageFields, Slug } from "@/shared/text/fields.ts";
import {
  multilineText,
  oneOf,
  pageCursor,
  plainText,
  reference,
  searchText,
  singleLineText,
} from "@/shared/text/text.ts";
import { BUILD_STATUSES, PLATFORMS, REPORTED_STATUSES } from "@/shared/vocabulary.ts";

const MAX_BIGINT = 9_223_372_036_854_775_807n;

const emptyToUndefined = (text: string) => (text === "" ? undefined : text);

/** Status report of a worker (specification 2.4). */
export const ReportBuild = z.object({
  buildId: reference(),
  status: oneOf(REPORTED_STATUSES),
  artifactPath: plainText(2_048).transform(emptyToUndefined).optional(),
  /**
   * Accepts any text, so that no report is lost: UTF-16 that was read as UTF-8 is decoded, and any other character that
   * PostgreSQL cannot store becomes U+FFFD.
   */
  errorLog: z
    .string({ error: "must be a string" })
    .transform((text) => emptyToUndefined(decodeText(text).toWellFormed().replaceAll("\0", "\uFFFD")))
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
  workerId: plainText(128).transform(emptyToUndefined).optional(),
});
export type ReportBuild = z.output<typeof ReportBuild>;

const workerId = () => plainText(128, 1);

export const ClaimBuild = z.object({
  workerId: workerId(),
  /** All platforms if absent or empty. */
  platforms: z
    .array(oneOf(PLATFORMS), {
      error: "must be a list of platforms",
    })
    .default([])
    .transform((platforms) => (platforms.length === 0 ? [...PLATFORMS] : unique(platforms))),
  /** Idempotency key: a repeated claim returns the same build. */
  claimId: z.guid({ error: "must be a UUID" }).toLowerCase().optional(),
  version: plainText(MAX_APP_VERSION_LENGTH).transform(emptyToUndefined).optional(),
});
export type ClaimBuild = z.output<typeof ClaimBuild>;

export const Heartbeat = z.object({ workerId: workerId() });
export type Heartbeat = z.output<typeof Heartbeat>;

export const ReleaseBuild = z.object({ workerId: workerId() });
export type ReleaseBuild = z.output<typeof ReleaseBuild>;

export const BuildKey = z.object({ buildId: reference() });

/** Reason for which a Super Admin ends a build. */
export const FailBuild = BuildKey.extend({ reason: singleLineText(MAX_BUILD_NOTE_LENGTH) });
export type FailBuild = z.output<typeof FailBuild>;

/** Filters of a list of builds. Repeated values count once. */
export const BuildFilters = z.object({
  status: z.array(oneOf(BUILD_STATUSES)).transform(unique),
  platform: z.array(oneOf(PLATFORMS)).transform(unique),
});
export type BuildFilters = z.output<typeof BuildFilters>;

/** One page of the builds of an app, newest first. */
export const ListBuilds = BuildFilters.extend({
  limit: PageLimit,
  cursor: pageCursor().optional(),
});
export type ListBuilds = z.output<typeof ListBuilds>;

export const QueueBuild = z.object({
  platform: oneOf(PLATFORMS),
  version: plainText(MAX_APP_VERSION_LENGTH, 1),
  gitRef: plainText(MAX_GIT_REF_LENGTH).transform(emptyToUndefined).optional(),
  gitCommit: z
    .string({ error: "must be a string" })
    .regex(/^(?:[0-9a-f]{7,64})?$/i, { error: "must be 7 to 64 hexadecimal digits" })
    .transform((commit) => emptyToUndefined(commit.toLowerCase()))
    .optional(),
  /** The first line is kept. */
  commitMessage: multilineText(500, 0)
    .transform((message) => emptyToUndefined((message.split("\n")[0] ?? "").replaceAll("\t", " ").trim()))
    .optional(),
});
export type QueueBuild = z.output<typeof QueueBuild>;

/** PostgreSQL has no year 0. */
const Day = z.iso.date().refine((day) => !day.startsWith("0000"), { message: "must be a valid date" });

/** Sources of builds, each taken exactly, and a text that is searched for. */
const SOURCE_FIELDS = {
  gitRef: plainText(MAX_GIT_REF_LENGTH, 1).optional(),
  version: plainText(MAX_APP_VERSION_LENGTH, 1).optional(),
  workerId: plainText(128, 1).optional(),
  createdBy: z.uuid().optional(),
  search: searchText().optional(),
};

/** One page of builds in a dashboard, newest first. `since` and `until` are inclusive days in UTC. */
export const BrowseBuilds = z.object({
  appId: z.uuid().optional(),
  status: z.array(z.enum(BUILD_STATUSES)).default([]).transform(unique),
  platform: z.array(z.enum(PLATFORMS)).default([]).transform(unique),
  since: Day.optional(),
  until: Day.optional(),
  ...SOURCE_FIELDS,
  ...pageFields(25),
});
export type BrowseBuilds = z.output<typeof BrowseBuilds>;

/** One page of the builds of all tenants, or of one, newest first. */
export const BrowseAllBuilds = BrowseBuilds.omit({
  gitRef: true,
  version: true,
  workerId: true,
  createdBy: true,
  search: true,
}).extend({
  tenant: Slug.optional(),
  stuck: z.boolean().default(false),
  /** Only builds that ended within 24 hours. */
  endedLastDay: z.boolean().default(false),
});
export type BrowseAllBuilds = z.output<typeof BrowseAllBuilds>;

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
