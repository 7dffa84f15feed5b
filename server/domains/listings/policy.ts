import { precedenceKey, SEMVER_GRAMMAR } from "@/shared/version-key.ts";
import type { ListingStatus } from "@/shared/vocabulary.ts";

/** Actions of Super Admins, and of publishers (`withdraw`). */
export const LISTING_ACTIONS = ["approve", "reject", "suspend", "restore", "withdraw"] as const;
export type ListingAction = (typeof LISTING_ACTIONS)[number];

const TRANSITIONS: Record<ListingAction, Partial<Record<ListingStatus, ListingStatus>>> = {
  approve: { PENDING_APPROVAL: "APPROVED" },
  reject: { PENDING_APPROVAL: "REJECTED" },
  suspend: { APPROVED: "SUSPENDED" },
  restore: { SUSPENDED: "APPROVED" },
  withdraw: { PENDING_APPROVAL: "WITHDRAWN", APPROVED: "WITHDRAWN", SUSPENDED: "WITHDRAWN" },
};

/** Status after an action; null if the current status forbids it. */
export function nextStatus(status: ListingStatus, action: ListingAction): ListingStatus | null {
  return TRANSITIONS[action][status] ?? null;
}

export const canTransition = (status: ListingStatus, action: ListingAction): boolean =>
  nextStatus(status, action) !== null;

/** Percentiles of the waiting times of recent decisions, in seconds. */
export interface TypicalWait {
  p50: number;
  p90: number;
}

export const isOpenForMessages = (status: ListingStatus): boolean => status !== "WITHDRAWN";

/** True if a text has the form of a version; the service also limits its length. */
export const isVersion = (text: string): boolean => SEMVER_GRAMMAR.test(text);

export interface SuggestedVersion {
  kind: "fix" | "patch" | "minor" | "major" | "first" | "release";
  version: string;
}

/** Last submitted of an entity's versions, which need not be the highest. */
export const findLatest = <V extends { submittedAt: string }>(versions: readonly V[]): V | undefined =>
  versions.reduce<V | undefined>(
    (latest, one) => (latest && latest.submittedAt >= one.submittedAt ? latest : one),
    undefined,
  );

type SubmittedVersion = { version: string; status: ListingStatus };

/**
 * Suggestions for the next version, smallest change first: above every approved or pending version, and never used before,
 * as a version number is used once. After a rejection the first one is the next above the rejected version.
 */
export function suggestVersions(
  submitted: readonly SubmittedVersion[],
  rejected?: string,
): SuggestedVersion[] {
  const next = suggestAboveHighest(submitted);
  const fix = rejected && findFix(submitted, rejected);
  if (!fix) return next;
  const others = next.filter(({ kind, version }) => kind !== "first" && version !== fix);
  return [{ kind: "fix", version: fix }, ...others];
}

/** Next version above a rejected one; undefined below an active version of the same major number, as it would be refused. */
function findFix(submitted: readonly SubmittedVersion[], rejected: string): string | undefined {
  const [, major = "0", minor = "0", patch = "0", prerelease] = SEMVER_GRAMMAR.exec(rejected) ?? [];
  const identifiers = prerelease?.split(".") ?? [];
  const last = identifiers.at(-1) ?? "";
  const isCounted = /^\d+$/.test(last);
  const head = isCounted ? identifiers.slice(0, -1) : identifiers;
  const fix = findUnused(submitted, (step) => {
    if (!prerelease) return `${major}.${minor}.${BigInt(patch) + step}`;
    const next = [...head, (isCounted ? BigInt(last) : 0n) + step].join(".");
    return `${major}.${minor}.${patch}-${next}`;
  });
  const isBelow = submitted
    .filter(isActive)
    .some(({ version }) => version.startsWith(`${major}.`) && byPrecedence(version, fix) > 0);
  return isBelow ? undefined : fix;
}

function suggestAboveHighest(submitted: readonly SubmittedVersion[]): SuggestedVersion[] {
  const highest = submitted
    .filter(isActive)
    .map(({ version }) => version)
    .sort(byPrecedence)
    .at(-1);
  const unused = (make: (step: bigint) => string): string => findUnused(submitted, make);
  if (!highest) return [{ kind: "first", version: unused((step) => `1.0.${step - 1n}`) }];
  const [, major = "0", minor = "0", patch = "0", prerelease] = SEMVER_GRAMMAR.exec(highest) ?? [];
  const [x, y, z] = [BigInt(major), BigInt(minor), BigInt(patch)];
  const release = `${x}.${y}.${z}`;
  const isReleaseUnused = unused((step) => `${x}.${y}.${z + step - 1n}`) === release;
  return [
    ...(prerelease && isReleaseUnused ? [{ kind: "release" as const, version: release }] : []),
    { kind: "patch", version: unused((step) => `${x}.${y}.${z + step}`) },
    { kind: "minor", version: unused((step) => `${x}.${y + step}.0`) },
    { kind: "major", version: unused((step) => `${x + step}.0.0`) },
  ];
}

/** First version of a series that was never submitted. */
function findUnused(submitted: readonly SubmittedVersion[], make: (step: bigint) => string): string {
  const used = new Set(submitted.map(({ version }) => precedenceKey(version)));
  let step = 1n;
  while (used.has(precedenceKey(make(step)))) step += 1n;
  return make(step);
}

const isActive = ({ status }: SubmittedVersion): boolean =>
  status === "APPROVED" || status === "PENDING_APPROVAL";

function byPrecedence(one: string, other: string): number {
  const [a, b] = [precedenceKey(one), precedenceKey(other)];
  return a < b ? -1 : Number(a > b);
}

/**
 * Reasons for a rejection or suspension, in the review form, the publisher's pages, REST and `/docs/moderation`. `help` is the
 * remedy for the publisher.
 */
export const REASONS = {
  BROKEN: {
    title: "Does not work",
    help: "Test the archive in a clean app, fix the errors and submit a new version.",
  },
  SECURITY_RISK: {
    title: "Security risk",
    help: "Remove the code named in the comment, or explain in the description why it is safe and required.",
  },
  EXCESSIVE_PERMISSIONS: {
    title: "Excessive permissions",
    help: "Remove permissions that the described features do not use, and explain the others.",
  },
  SECRETS_IN_ARCHIVE: {
    title: "Contains secrets",
    help: "Revoke the leaked keys, remove them from the archive and read them from configuration.",
  },
  DATA_COLLECTION: {
    title: "Undisclosed data collection",
    help: "Disclose in the description what data is sent where and why, and ask for consent, or remove the collection.",
  },
  UNREADABLE_CODE: {
    title: "Unreviewable code",
    help: "Include the source of minified or compiled files, or describe how they are built.",
  },
  MISLEADING: {
    title: "Misleading name or description",
    help: "Describe only what the item does, then submit a new version.",
  },
  IMPERSONATION: {
    title: "Impersonation",
    help: "Choose a name, slug and images that cannot be confused with the item named in the comment.",
  },
  INCOMPLETE: {
    title: "Incomplete",
    help: "Add the missing parts named in the comment, such as a description, changelog, preview images or a feature.",
  },
  ACCESSIBILITY: {
    title: "Accessibility issues",
    help: "Increase the contrast to WCAG AA and add alternative texts to images.",
  },
  LICENSE: {
    title: "License issue",
    help: "Choose a license that permits publication and include the notices of the code you use.",
  },
  POLICY: {
    title: "Policy violation",
    help: "Remove the content named in the comment. If you disagree, reply to the moderators.",
  },
} as const satisfies Record<string, { title: string; help: string }>;

export const REASON_IDS = Object.keys(REASONS) as [ReasonId, ...ReasonId[]];
export type ReasonId = keyof typeof REASONS;

/** Title and remedy of a reason. A reason that was removed from `REASONS` is shown by its id. */
export function describeReason(id: string): { title: string; help: string | null } {
  return Object.hasOwn(REASONS, id) ? REASONS[id as ReasonId] : { title: id, help: null };
}
