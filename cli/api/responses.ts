import { z } from "zod";
import {
  BUILD_STATUSES,
  INSTALLATION_UPDATES,
  LISTING_STATUSES,
  LISTING_TYPE_SEGMENTS,
  LISTING_TYPES,
  PLATFORMS,
} from "@/shared/vocabulary.ts";

/**
 * Response types of the API, as `/docs/api` documents them. The schemas are for the JSON output; the client trusts the
 * platform and does not parse by them, which keeps zod out of the start of the program.
 */

const listingStatus = z.enum(LISTING_STATUSES);

export const listingSchema = z.object({
  id: z.string(),
  type: z.enum(LISTING_TYPES),
  name: z.string(),
  slug: z.string(),
  version: z.string(),
  description: z.string(),
  changelog: z.string().nullable(),
  appPluginId: z.string().nullable(),
  themeId: z.string().nullable(),
  systemPluginId: z.string().nullable(),
  archiveSha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .nullable(),
  tenantId: z.string(),
  status: listingStatus,
  submittedAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
  decision: z
    .strictObject({ action: listingStatus, reason: z.string().nullable(), comment: z.string().nullable() })
    .nullable(),
  review: z
    .strictObject({
      position: z.number().int(),
      pending: z.number().int(),
      typicalWaitSeconds: z.strictObject({ p50: z.number(), p90: z.number() }).nullable(),
    })
    .nullable(),
});
export type Listing = z.output<typeof listingSchema>;

/** Review of a listing by the moderators. */
export interface Review {
  dueAt: string | null;
  reason: { id: string; title: string; help: string | null } | null;
  messages: { from: "PUBLISHER" | "MODERATOR"; text: string }[];
}

export const meSchema = z.strictObject({
  user: z.strictObject({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.strictObject({ id: z.string(), slug: z.string(), name: z.string() }),
  permissions: z.array(z.string()),
  expiresAt: z.iso.datetime(),
});
export type Me = z.output<typeof meSchema>;

export const buildSchema = z.object({
  id: z.string(),
  appId: z.string(),
  number: z.number().int(),
  platform: z.enum(PLATFORMS),
  version: z.string(),
  status: z.enum(BUILD_STATUSES),
  artifactPath: z.string().nullable(),
  errorLog: z.string().nullable(),
  sizeBytes: z.string().nullable(),
  stalled: z.boolean(),
  gitRef: z.string().nullable(),
  gitCommit: z.string().nullable(),
  commitMessage: z.string().nullable(),
  createdBy: z.string().nullable(),
  failure: z.strictObject({ summary: z.string(), line: z.number().int() }).nullable(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Build = z.output<typeof buildSchema>;

/** Build as queueing it returns it. Older platforms have no warnings. */
export type QueuedBuild = Build & { warnings?: { code: string; message: string }[] };

export interface BuildPage {
  builds: Build[];
  nextCursor: string | null;
}

export const appSchema = z.strictObject({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  platforms: z.array(z.enum(PLATFORMS)),
  createdAt: z.iso.datetime(),
});
export type App = z.output<typeof appSchema>;

export interface AppPage {
  apps: App[];
  nextCursor: string | null;
}

export const installationSchema = z.object({
  type: z.enum(LISTING_TYPE_SEGMENTS),
  slug: z.string(),
  name: z.string(),
  version: z.string(),
  current: z.string().nullable(),
  updates: z.enum(INSTALLATION_UPDATES),
  acceptedPermissions: z.array(z.string()),
  state: z.enum(["OK", "UPDATE_AVAILABLE", "NEEDS_CONSENT", "UNAVAILABLE"]),
  heldBack: z.strictObject({ version: z.string(), reason: z.string(), since: z.string() }).nullable(),
  installedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type Installation = z.output<typeof installationSchema>;

export const setInstallationSchema = installationSchema.extend({
  /** The version that was named was rolled back or is on hold. */
  warnings: z.array(z.strictObject({ code: z.enum(["ROLLED_BACK", "ON_HOLD"]), message: z.string() })),
});
export type SetInstallation = z.output<typeof setInstallationSchema>;

/** Problem document (RFC 9457). */
export interface ProblemDocument {
  code: string;
  detail: string;
  requestId?: string;
  errors?: { path: string; message: string }[];
}
