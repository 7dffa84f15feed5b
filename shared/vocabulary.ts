/** Closed sets of values in the tables, shared by all layers. */

export const TENANT_ROLES = ["OWNER", "DEVELOPER", "VIEWER"] as const;
export type TenantRole = (typeof TENANT_ROLES)[number];

/** Purposes of a challenge that a browser answers to prove who signs in or acts. */
export const CHALLENGE_PURPOSES = [
  "SECOND_STEP",
  "SECOND_STEP_PASSKEY",
  "PASSKEY_SIGN_IN",
  "PASSKEY_REGISTRATION",
  "REAUTHENTICATION",
] as const;
export type ChallengePurpose = (typeof CHALLENGE_PURPOSES)[number];

export const PLATFORM_ROLES = ["SUPER_ADMIN"] as const;
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

export const PERMISSIONS = ["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE", "APPS_MANAGE"] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const PLATFORMS = ["ANDROID", "IOS"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const BUILD_STATUSES = ["QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"] as const;
export type BuildStatus = (typeof BUILD_STATUSES)[number];

/** Statuses in workers' reports; `QUEUED` is the initial status before the first report. */
export const REPORTED_STATUSES = ["IN_PROGRESS", "COMPLETED", "FAILED"] as const;
export type ReportedStatus = (typeof REPORTED_STATUSES)[number];

/** Reasons for which the platform, and not a worker, ended a build as `FAILED`. */
export const BUILD_END_REASONS = [
  "CANCELLED",
  "WORKER_LOST",
  "WORKER_STOPPED",
  "SECRETS_UNREADABLE",
  "BY_HAND",
] as const;
export type BuildEndReason = (typeof BUILD_END_REASONS)[number];

export const LISTING_TYPES = ["APP_PLUGIN", "THEME", "SYSTEM_PLUGIN"] as const;
export type ListingType = (typeof LISTING_TYPES)[number];

export const LISTING_TYPE_SEGMENTS = {
  APP_PLUGIN: "app-plugin",
  THEME: "theme",
  SYSTEM_PLUGIN: "system-plugin",
} as const satisfies Record<ListingType, string>;
export type ListingTypeSegment = (typeof LISTING_TYPE_SEGMENTS)[ListingType];

/** The same by segment. */
export const LISTING_TYPE_OF_SEGMENT = {
  "app-plugin": "APP_PLUGIN",
  theme: "THEME",
  "system-plugin": "SYSTEM_PLUGIN",
} as const satisfies Record<ListingTypeSegment, ListingType>;

/** Field of a listing that refers to its item, by type. */
export const REFERENCE_FIELD = {
  APP_PLUGIN: "appPluginId",
  THEME: "themeId",
  SYSTEM_PLUGIN: "systemPluginId",
} as const satisfies Record<ListingType, string>;

/** Categories of the marketplace, up to three for a version of a plugin. */
export const ITEM_CATEGORIES = [
  "accessibility",
  "ai",
  "analytics",
  "authentication",
  "commerce",
  "communication",
  "data",
  "developer-tools",
  "forms",
  "integrations",
  "localization",
  "maps",
  "media",
  "notifications",
  "productivity",
  "security",
  "storage",
  "user-interface",
] as const;
export type ItemCategory = (typeof ITEM_CATEGORIES)[number];

export const LISTING_STATUSES = [
  "PENDING_APPROVAL",
  "APPROVED",
  "REJECTED",
  "WITHDRAWN",
  "SUSPENDED",
] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

/** States of a listing's automated checks. */
export const CHECK_STATES = ["WAITING", "RUNNING", "DONE", "FAILED"] as const;
export type CheckState = (typeof CHECK_STATES)[number];

/** Severities of findings, highest first. */
export const SEVERITIES = ["HIGH", "MEDIUM", "LOW"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const PAYMENT_PROVIDERS = ["STRIPE", "PAYPAL"] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

export const BILLING_EVENT_STATES = ["RECEIVED", "APPLIED", "STALE", "IGNORED", "WAITING", "FAILED"] as const;
export type BillingEventState = (typeof BILLING_EVENT_STATES)[number];

export const BILLING_OBJECT_KINDS = ["SUBSCRIPTION", "PAYMENT", "REFUND", "DISPUTE", "LINK"] as const;

export const SUBSCRIPTION_STATUSES = [
  "TRIALING",
  "ACTIVE",
  "PAST_DUE",
  "PAUSED",
  "CANCELLED",
  "EXPIRED",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const PAYMENT_STATUSES = [
  "PENDING",
  "SUCCEEDED",
  "FAILED",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "DISPUTED",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Versions to which an installation may be updated without a person: none, the same minor number, the same major number. */
export const INSTALLATION_UPDATES = ["MANUAL", "PATCH", "MINOR"] as const;
export type InstallationUpdates = (typeof INSTALLATION_UPDATES)[number];

/** States of a rollout. It is `SUPERSEDED` by a later version that reaches the same installations. */
export const ROLLOUT_STATES = [
  "RUNNING",
  "HELD",
  "COMPLETED",
  "ROLLED_BACK",
  "SUPERSEDED",
  "STOPPED",
] as const;
export type RolloutState = (typeof ROLLOUT_STATES)[number];

/** Types of domain events that channels can subscribe to. */
export const CHANNEL_EVENT_TYPES = [
  "listing.submitted",
  "listing.approved",
  "listing.rejected",
  "listing.suspended",
  "listing.withdrawn",
  "listing.message",
  "build.queued",
  "build.started",
  "build.completed",
  "build.failed",
  "build.stalled",
  "installation.updated",
  "installation.held",
  "installation.unavailable",
  "rollout.held",
  "rollout.completed",
  "billing.payment_succeeded",
  "billing.payment_failed",
  "billing.subscription_changed",
  "security.token_created",
  "security.token_expiring",
  "security.user_disabled",
] as const;
export type ChannelEventType = (typeof CHANNEL_EVENT_TYPES)[number];

export const EVENT_TYPES = [...CHANNEL_EVENT_TYPES, "channel.test"] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const DELIVERY_STATES = ["PENDING", "DELIVERED", "PARKED", "DEAD", "DROPPED"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Signature schemes of callbacks: HMAC with a shared secret, or an Ed25519 key pair. */
export const CHANNEL_SIGNINGS = ["HMAC", "ED25519"] as const;
export type ChannelSigning = (typeof CHANNEL_SIGNINGS)[number];

/** Kinds of notifications, in the dashboards and by mail. */
export const NOTICE_KINDS = [
  "BUILD_FAILED",
  "BUILD_FIXED",
  "LISTING_DECIDED",
  "LISTING_MESSAGE",
  "PAYMENT_FAILED",
  "TOKEN_EXPIRING",
  "CHANNEL_FAILING",
  "INSTALLATION_UPDATED",
  "INSTALLATION_HELD",
  "INSTALLATION_UNAVAILABLE",
  "ROLLOUT_HELD",
  "ROLLOUT_COMPLETED",
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Kinds of links that prove an address. */
export const EMAIL_LINK_KINDS = ["VERIFY_EMAIL", "CHANGE_EMAIL", "RESET_PASSWORD"] as const;
export type EmailLinkKind = (typeof EMAIL_LINK_KINDS)[number];

/** Kinds of mails about an account. They cannot be turned off. */
export const ACCOUNT_MAIL_KINDS = ["VERIFY_ADDRESS", "RESET_PASSWORD", "INVITATION", "SECURITY"] as const;
export const MAIL_KINDS = [...ACCOUNT_MAIL_KINDS, ...NOTICE_KINDS] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

/** States of a mail. One whose acceptance by the server is unknown has `FAILED`. */
export const MAIL_STATES = ["QUEUED", "SENDING", "SENT", "FAILED", "DISMISSED"] as const;
export type MailState = (typeof MAIL_STATES)[number];

export const ACTOR_KINDS = ["user", "token", "worker", "provider", "system"] as const;

/** Reasons of problem reports about marketplace items. */
export const REPORT_REASONS = ["HARMFUL", "PRIVACY", "BROKEN", "COPYRIGHT", "MISLEADING", "OTHER"] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

export const REPORT_STATUSES = ["OPEN", "RESOLVED", "DISMISSED"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Periods of download statistics, in days. */
export const DOWNLOAD_PERIODS = [30, 90] as const;
export type DownloadPeriod = (typeof DOWNLOAD_PERIODS)[number];
