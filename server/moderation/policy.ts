/**
 * Why a listing is rejected or taken down: the one list that the desk offers, publishers read, REST and its document
 * name, and `/docs/moderation` explains. `help` tells the publisher how to fix it.
 */
export const REASONS = {
  BROKEN: {
    title: "Does not work",
    help: "Install the archive on a clean app, fix what fails there, and submit a new version.",
  },
  SECURITY_RISK: {
    title: "Puts users at risk",
    help: "Remove the code that the comment names, or explain in the description why it is safe and needed.",
  },
  EXCESSIVE_PERMISSIONS: {
    title: "Asks for more permissions than it needs",
    help: "Remove each permission that the described features do not use, and say what the others are for.",
  },
  SECRETS_IN_ARCHIVE: {
    title: "Contains secrets",
    help: "Revoke the leaked keys first, then remove them from the archive and read them from configuration.",
  },
  DATA_COLLECTION: {
    title: "Collects data without saying so",
    help: "Say in the description what is sent where and why, ask before sending it, or leave it out.",
  },
  UNREADABLE_CODE: {
    title: "Code cannot be reviewed",
    help: "Ship readable sources beside minified or compiled files, or say how they are built.",
  },
  MISLEADING: {
    title: "Name or description misleads",
    help: "Say what the item does and nothing that it does not do, then submit a new version.",
  },
  IMPERSONATION: {
    title: "Looks like somebody else's item",
    help: "Choose a name, slug and images that cannot be confused with the item that the comment names.",
  },
  INCOMPLETE: {
    title: "Incomplete",
    help: "Add what the comment names: a description, changelog, previews or the missing feature.",
  },
  ACCESSIBILITY: {
    title: "Not accessible",
    help: "Raise the contrast to WCAG AA and give images alternative texts.",
  },
  LICENSE: {
    title: "Licence problem",
    help: "Name a licence that permits publication and include the notices of the code you use.",
  },
  POLICY: {
    title: "Against marketplace policy",
    help: "Remove what the comment names; if you think it is within policy, reply with the reason.",
  },
} as const satisfies Record<string, { title: string; help: string }>;

export const REASON_IDS = Object.keys(REASONS) as [ReasonId, ...ReasonId[]];
export type ReasonId = keyof typeof REASONS;

/** The words for a typed reason; one that the list no longer has is shown as it is stored. */
export function describeReason(id: string): { title: string; help: string | null } {
  return Object.hasOwn(REASONS, id) ? REASONS[id as ReasonId] : { title: id, help: null };
}

/** How long a claim on a review holds without a sign of life, and how often the page of its holder gives one. */
export const CLAIM_MS = 180_000;
export const CLAIM_HEARTBEAT_MS = 45_000;

/** How many listings one act may decide. */
export const MOST_DECIDED_AT_ONCE = 100;
