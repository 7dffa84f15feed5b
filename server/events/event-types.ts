import { z } from "zod";
import { MAX_EXCERPT_LENGTH } from "@/shared/bounds.ts";
import { countCharacters } from "@/shared/text/text.ts";
import { firstCharacters } from "@/shared/text/truncate.ts";
import {
  BUILD_STATUSES,
  type EventType,
  INSTALLATION_UPDATES,
  LISTING_STATUSES,
  LISTING_TYPES,
  PAYMENT_PROVIDERS,
  PERMISSIONS,
  PLATFORMS,
  ROLLOUT_STATES,
  SUBSCRIPTION_STATUSES,
} from "@/shared/vocabulary.ts";

const id = () => z.uuid();
const at = () => z.iso.datetime();
const excerpt = () =>
  z
    .string()
    .refine((text) => countCharacters(text) <= MAX_EXCERPT_LENGTH)
    .meta({ maxLength: MAX_EXCERPT_LENGTH });

const Listing = z.object({
  listingId: id(),
  type: z.enum(LISTING_TYPES),
  name: z.string(),
  slug: z.string(),
  version: z.string(),
  status: z.enum(LISTING_STATUSES),
});
const DecidedListing = Listing.extend({
  reason: z.string().nullable().describe("Reason for the decision. Null if none is required."),
  comment: excerpt().nullable(),
});

const Build = z.object({
  buildId: id(),
  appId: id(),
  number: z.int().describe("Number of the build within the app."),
  platform: z.enum(PLATFORMS),
  version: z.string(),
  status: z.enum(BUILD_STATUSES),
  workerId: z.string().nullable(),
});
const CompletedBuild = Build.extend({
  artifactPath: z.string().nullable(),
  sizeBytes: z.string().nullable().describe("Decimal digits. May exceed 2^53."),
});
const FailedBuild = Build.extend({
  failure: z
    .object({ summary: z.string().max(200), line: z.int().describe("Line number in the error log.") })
    .nullable()
    .optional()
    .describe("Line of the error log with the cause. Null if none was found. Missing in older events."),
  errorLogTail: excerpt().nullable().describe(`The last ${MAX_EXCERPT_LENGTH} characters of the error log.`),
});

const Payment = z.object({
  paymentId: id(),
  provider: z.enum(PAYMENT_PROVIDERS),
  subscriptionId: id().nullable(),
  amountMinor: z.string().describe("Amount in the smallest currency unit, as decimal digits."),
  currency: z.string().describe("ISO 4217 code."),
  description: excerpt(),
});
const Subscription = z.object({
  subscriptionId: id(),
  provider: z.enum(PAYMENT_PROVIDERS),
  plan: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  previousStatus: z.enum(SUBSCRIPTION_STATUSES).nullable(),
  periodEnd: at().nullable(),
});

const Token = z.object({
  tokenId: id(),
  userId: id(),
  name: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  expiresAt: at(),
});

const Installation = z.object({
  installationId: id(),
  appId: id().nullable().describe("Null for a system plugin, which is installed in the tenant."),
  type: z.enum(LISTING_TYPES),
  slug: z.string(),
  version: z.string().nullable().describe("Null after the item was uninstalled."),
  previousVersion: z.string().nullable().describe("Null for a new installation."),
  updates: z.enum(INSTALLATION_UPDATES),
});
const UpdatedInstallation = Installation.extend({
  rolloutId: id()
    .nullable()
    .optional()
    .describe("Rollout that changed the version. Null or missing after a change by a member."),
});
const HeldInstallation = Installation.extend({
  heldVersion: z.string().describe("Version on hold."),
  reason: z.string(),
  rolloutId: id(),
});
const UnavailableInstallation = Installation.extend({
  status: z
    .enum(["SUSPENDED", "WITHDRAWN"])
    .describe("Status of the installed version. `SUSPENDED` also while its publisher is suspended."),
  availableVersion: z.string().nullable().describe("Current version of the item. Null if it has none."),
});

const counted = () => z.int().nonnegative();
const Rollout = z.object({
  rolloutId: id(),
  listingId: id(),
  type: z.enum(LISTING_TYPES),
  slug: z.string(),
  version: z.string(),
  state: z.enum(ROLLOUT_STATES),
  reason: z.string().nullable().describe("Reason for the hold. Null without one."),
  updated: counted().describe("Installations that the rollout updated."),
  remaining: counted().describe("Installations that it has not reached."),
  before: z
    .object({ builds: counted(), failed: counted() })
    .describe("Builds of the updated apps before the update."),
  after: z.object({ builds: counted(), failed: counted() }).describe("Builds with the new version."),
});

/**
 * Event types with the schema of their data. `version` is the version of the schema. Increment it when a field changes
 * or is removed, not for a new field.
 */
export const EVENTS = {
  "listing.submitted": { version: 1, data: Listing, summary: "A listing was submitted for review." },
  "listing.approved": {
    version: 1,
    data: DecidedListing,
    summary: "A listing was approved and is on the marketplace.",
  },
  "listing.rejected": { version: 1, data: DecidedListing, summary: "A moderator rejected a listing." },
  "listing.suspended": { version: 1, data: DecidedListing, summary: "An approved listing was suspended." },
  "listing.withdrawn": { version: 1, data: DecidedListing, summary: "The publisher withdrew a listing." },
  "listing.message": {
    version: 1,
    data: Listing.extend({ from: z.enum(["PUBLISHER", "MODERATOR"]), text: excerpt() }),
    summary: "The publisher or a moderator sent a message about a listing.",
  },
  "build.queued": { version: 1, data: Build, summary: "A build was queued." },
  "build.started": { version: 1, data: Build, summary: "A worker started a build." },
  "build.completed": { version: 1, data: CompletedBuild, summary: "A build completed." },
  "build.failed": { version: 1, data: FailedBuild, summary: "A build failed." },
  "build.stalled": { version: 1, data: Build, summary: "The worker of a build stopped responding." },
  "installation.updated": {
    version: 1,
    data: UpdatedInstallation,
    summary: "An item was installed, updated or uninstalled.",
  },
  "installation.held": {
    version: 1,
    data: HeldInstallation,
    summary: "An automatic update of an installation was put on hold.",
  },
  "installation.unavailable": {
    version: 1,
    data: UnavailableInstallation,
    summary: "The installed version of an item, or its publisher, was suspended, or the version withdrawn.",
  },
  "rollout.held": { version: 1, data: Rollout, summary: "The rollout of a version was put on hold." },
  "rollout.completed": {
    version: 1,
    data: Rollout,
    summary: "The rollout of a version reached all installations.",
  },
  "billing.payment_succeeded": { version: 1, data: Payment, summary: "A payment succeeded." },
  "billing.payment_failed": {
    version: 1,
    data: Payment.extend({ failure: excerpt().nullable().describe("Provider’s message, if any.") }),
    summary: "A payment failed.",
  },
  "billing.subscription_changed": {
    version: 1,
    data: Subscription,
    summary: "A subscription was created, changed or ended.",
  },
  "security.token_created": { version: 1, data: Token, summary: "An API token was created." },
  "security.token_expiring": { version: 1, data: Token, summary: "An API token expires within a week." },
  "security.user_disabled": {
    version: 1,
    data: z.object({ userId: id(), name: z.string() }),
    summary: "A user was disabled.",
  },
  "channel.test": {
    version: 1,
    data: z.object({ channelId: id(), message: z.string() }),
    summary: "A test event, sent to one endpoint regardless of its event types.",
  },
} as const satisfies Record<EventType, { version: number; data: z.ZodObject; summary: string }>;

export type EventData<T extends EventType> = z.input<(typeof EVENTS)[T]["data"]>;

/** Beginning of a text within `MAX_EXCERPT_LENGTH`. */
export const excerptStart = (text: string): string => firstCharacters(text, MAX_EXCERPT_LENGTH);
