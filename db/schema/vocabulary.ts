/** The closed vocabularies that the tables hold and every layer above them speaks. */

export const TENANT_ROLES = ["OWNER", "DEVELOPER", "VIEWER"] as const;
export type TenantRole = (typeof TENANT_ROLES)[number];

export const PLATFORM_ROLES = ["SUPER_ADMIN"] as const;
export type PlatformRole = (typeof PLATFORM_ROLES)[number];

export const PERMISSIONS = ["MARKETPLACE_PUBLISH", "BUILDS_READ", "BUILDS_CREATE"] as const;
export type Permission = (typeof PERMISSIONS)[number];

export const PLATFORMS = ["ANDROID", "IOS"] as const;
export type Platform = (typeof PLATFORMS)[number];

export const BUILD_STATUSES = ["QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED"] as const;
export type BuildStatus = (typeof BUILD_STATUSES)[number];

/** What a worker may report; `QUEUED` is the platform's own state before the first report. */
export const REPORTED_STATUSES = ["IN_PROGRESS", "COMPLETED", "FAILED"] as const;
export type ReportedStatus = (typeof REPORTED_STATUSES)[number];

/** Why the platform itself ended a build as `FAILED`. */
export const BUILD_END_REASONS = ["CANCELLED", "WORKER_LOST", "WORKER_STOPPED", "BY_HAND"] as const;
export type BuildEndReason = (typeof BUILD_END_REASONS)[number];

export const LISTING_TYPES = ["APP_PLUGIN", "THEME", "SYSTEM_PLUGIN"] as const;
export type ListingType = (typeof LISTING_TYPES)[number];

export const LISTING_STATUSES = [
  "PENDING_APPROVAL",
  "APPROVED",
  "REJECTED",
  "WITHDRAWN",
  "SUSPENDED",
] as const;
export type ListingStatus = (typeof LISTING_STATUSES)[number];

export const PAYMENT_PROVIDERS = ["STRIPE", "PAYPAL"] as const;
export type PaymentProvider = (typeof PAYMENT_PROVIDERS)[number];

export const BILLING_EVENT_STATES = ["RECEIVED", "APPLIED", "STALE", "IGNORED", "WAITING", "FAILED"] as const;

export const SUBSCRIPTION_STATUSES = [
  "TRIALING",
  "ACTIVE",
  "PAST_DUE",
  "PAUSED",
  "CANCELLED",
  "EXPIRED",
] as const;

export const PAYMENT_STATUSES = [
  "PENDING",
  "SUCCEEDED",
  "FAILED",
  "PARTIALLY_REFUNDED",
  "REFUNDED",
  "DISPUTED",
] as const;

export const DELIVERY_STATES = ["PENDING", "DELIVERED", "PARKED", "DEAD"] as const;

export const ACTOR_KINDS = ["user", "token", "worker", "provider", "system"] as const;
