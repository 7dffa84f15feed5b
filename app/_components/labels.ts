import type { Permission, Platform, TenantRole } from "@/db/schema/vocabulary.ts";

const PLATFORM_WORDS: Record<Platform, string> = { ANDROID: "Android", IOS: "iOS" };

/** What a token with the permission can do. */
export const PERMISSION_WORDS: Record<Permission, { label: string; short: string; help: string }> = {
  MARKETPLACE_PUBLISH: {
    label: "Publish to the marketplace",
    short: "Publish",
    help: "Submit and withdraw versions of plugins and themes.",
  },
  BUILDS_READ: {
    label: "Read builds",
    short: "Read builds",
    help: "List builds and read their logs and artifacts.",
  },
  BUILDS_CREATE: {
    label: "Create builds",
    short: "Create builds",
    help: "Queue builds of the tenant's apps.",
  },
};

/** What a role is called and what whoever has it may do. */
const ROLE_WORDS: Record<TenantRole, { label: string; article: string; help: string }> = {
  OWNER: {
    label: "Owner",
    article: "an owner",
    help: "Everything, members and everybody's tokens included.",
  },
  DEVELOPER: {
    label: "Developer",
    article: "a developer",
    help: "Publishes, builds, and has tokens of their own.",
  },
  VIEWER: { label: "Viewer", article: "a viewer", help: "Reads builds and listings." },
};

export const describeRole = (role: TenantRole) => ROLE_WORDS[role];

export const describePlatform = (platform: Platform): string => PLATFORM_WORDS[platform];

/** A day in UTC, given as `2026-01-31`. */
export const describeDay = (day: string): string => LONG_DAY.format(new Date(day));

/** The same where there is little room and the year is known. */
export const describeDayShortly = (day: string): string => SHORT_DAY.format(new Date(day));

const DAY_AND_MONTH = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const LONG_DAY = new Intl.DateTimeFormat("en-GB", { ...DAY_AND_MONTH, year: "numeric" });
const SHORT_DAY = new Intl.DateTimeFormat("en-GB", DAY_AND_MONTH);
