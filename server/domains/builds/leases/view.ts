import { z } from "zod";
import { JobInput } from "@/server/domains/apps/installations/view.ts";
import { JobVariable } from "@/server/domains/apps/variables/view.ts";
import { BUILD_STATUSES, PLATFORMS } from "@/shared/vocabulary.ts";

/** Claimed build as its worker receives it. */
export const BuildJob = z.object({
  buildId: z.string(),
  appId: z.string(),
  platform: z.enum(PLATFORMS),
  version: z.string(),
  gitRef: z.string().nullable(),
  leaseUntil: z.string(),
  /** Variables of the app for its command; values of secrets are masked in its output. */
  variables: z.array(JobVariable),
  /** Plugins and theme, to be downloaded with the build secret. */
  inputs: z.array(JobInput),
});
export type BuildJob = z.output<typeof BuildJob>;

/** Response to a heartbeat. A worker whose build is cancelled stops; its lease is not extended. */
export const LeaseView = z.object({ leaseUntil: z.string(), cancelled: z.boolean() });
export type LeaseView = z.output<typeof LeaseView>;

/** Result of a release: `retry` is the id of the build queued in its place. */
export const ReleaseReceipt = z.object({
  buildId: z.string(),
  status: z.enum(BUILD_STATUSES),
  retry: z.string().nullable(),
});
export type ReleaseReceipt = z.output<typeof ReleaseReceipt>;
