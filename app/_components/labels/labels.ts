import type { BuildListQuery } from "@/app/_paths/build-list-query.ts";
import { isFullCommit } from "@/server/domains/builds/lists/policy.ts";
import { KIND_LABELS } from "@/server/domains/notifications/policy.ts";
import { SHORT_COMMIT_LENGTH } from "@/shared/bounds.ts";
import { PLATFORM_LABELS, PROVIDER_LABELS, ROLE_LABELS } from "@/shared/labels.ts";
import {
  type MailKind,
  type PaymentProvider,
  type Permission,
  type Platform,
  type ReportReason,
  TENANT_ROLES,
  type TenantRole,
} from "@/shared/vocabulary.ts";

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

export const ROLE_CHOICES = TENANT_ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role].label }));

export const describePlatform = (platform: Platform): string => PLATFORM_LABELS[platform];

export const describeProvider = (provider: PaymentProvider): string => PROVIDER_LABELS[provider];

/** A day in UTC, given as `2026-01-31`. */
export const describeDay = (day: string): string => LONG_DAY.format(new Date(day));

export const describeShortDay = (day: string): string => SHORT_DAY.format(new Date(day));

const DAY_AND_MONTH = { day: "numeric", month: "short", timeZone: "UTC" } as const;
const LONG_DAY = new Intl.DateTimeFormat("en-US", { ...DAY_AND_MONTH, year: "numeric" });
const SHORT_DAY = new Intl.DateTimeFormat("en-US", DAY_AND_MONTH);

/** Period of a list: "Since Jan 1, 2026"; undefined for all times. */
export function describeDays({ since, until }: BuildListQuery): string | undefined {
  if (since && until)
    return since === until ? describeDay(since) : `${describeDay(since)} – ${describeDay(until)}`;
  if (since) return `Since ${describeDay(since)}`;
  return until && `Until ${describeDay(until)}`;
}

const LABELS: Record<ReportReason, string> = {
  HARMFUL: "Harmful or malicious code",
  PRIVACY: "Collects or sends data without consent",
  BROKEN: "Doesn’t work as described",
  COPYRIGHT: "Copyright infringement",
  MISLEADING: "Misleading or spam",
  OTHER: "Something else",
};

export const describeReportReason = (reason: ReportReason): string => LABELS[reason];

/** Git ref for lists: the full SHA of a commit in short, a branch or tag as it is. */
export const shortenRef = (ref: string): string =>
  isFullCommit(ref) ? ref.slice(0, SHORT_COMMIT_LENGTH) : ref;

interface Source {
  gitRef: string | null;
  gitCommit: string | null;
  commitMessage: string | null;
}

/** Source of a build in one line: git ref, commit and the first line of its message; empty if unknown. */
export function describeSource({ gitRef, gitCommit, commitMessage }: Source): string {
  const commit = gitCommit?.slice(0, SHORT_COMMIT_LENGTH);
  const ref = gitRef === null ? null : shortenRef(gitRef);
  const [subject] = commitMessage?.trim().split("\n") ?? [];
  return [...new Set([ref, commit, subject])].filter(Boolean).join(" · ");
}

const ACCOUNT_KINDS: Partial<Record<MailKind, string>> = {
  VERIFY_ADDRESS: "Email verification",
  RESET_PASSWORD: "Password reset",
  INVITATION: "Invitation",
  SECURITY: "Security notice",
};

/** Name of a kind of mail. */
export const describeMailKind = (kind: MailKind): string =>
  ACCOUNT_KINDS[kind] ?? KIND_LABELS[kind as keyof typeof KIND_LABELS].label;
