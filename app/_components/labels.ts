import { PLATFORM_LABELS, PROVIDER_LABELS, ROLE_LABELS } from "@/shared/labels.ts";
import type { PaymentProvider, Permission, Platform, TenantRole } from "@/shared/vocabulary.ts";

export const PERMISSION_LABELS: Record<Permission, { label: string; short: string; help: string }> = {
  MARKETPLACE_PUBLISH: {
    label: "Publish to the marketplace",
    short: "Publish",
    help: "Submit and withdraw versions",
  },
  BUILDS_READ: {
    label: "Read builds",
    short: "Read builds",
    help: "List builds, logs and artifacts",
  },
  BUILDS_CREATE: {
    label: "Create builds",
    short: "Create builds",
    help: "Queue, cancel and retry builds",
  },
  APPS_MANAGE: {
    label: "Manage apps",
    short: "Manage apps",
    help: "Set variables and secrets, install plugins and themes",
  },
};

const ROLE_HELP: Record<TenantRole, string> = {
  OWNER: "Full access, including members and all tokens",
  DEVELOPER: "Publish, build and create own tokens",
  VIEWER: "View builds and listings",
};

export const describeRole = (role: TenantRole) => ({ ...ROLE_LABELS[role], help: ROLE_HELP[role] });

export const describePlatform = (platform: Platform): string => PLATFORM_LABELS[platform];

export const describeProvider = (provider: PaymentProvider): string => PROVIDER_LABELS[provider];

/** A day in UTC, given as `2026-01-31`. */
export const describeDay = (day: string): string => LONG_DAY.format(new Date(day));

export const describeShortDay = (day: string): string => SHORT_DAY.format(new Date(day));

const DAY_AND_MONTH = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const LONG_DAY = new Intl.DateTimeFormat("en-US", { ...DAY_AND_MONTH, year: "numeric" });
const SHORT_DAY = new Intl.DateTimeFormat("en-US", DAY_AND_MONTH);
