import { NOTICE_KINDS, type NoticeKind, type TenantRole } from "@/shared/vocabulary.ts";

interface Recipients {
  /** Roles of the members who can get the notice. */
  roles: readonly TenantRole[];
  superAdmins?: true;
}

const PUBLISHERS = ["OWNER", "DEVELOPER"] as const;

export const RECIPIENTS: Record<NoticeKind, Recipients> = {
  BUILD_FAILED: { roles: PUBLISHERS },
  BUILD_FIXED: { roles: PUBLISHERS },
  LISTING_DECIDED: { roles: PUBLISHERS },
  LISTING_MESSAGE: { roles: PUBLISHERS, superAdmins: true },
  PAYMENT_FAILED: { roles: ["OWNER"] },
  TOKEN_EXPIRING: { roles: ["OWNER", "DEVELOPER", "VIEWER"] },
  CHANNEL_FAILING: { roles: [], superAdmins: true },
  INSTALLATION_UPDATED: { roles: PUBLISHERS },
  INSTALLATION_HELD: { roles: PUBLISHERS },
  INSTALLATION_UNAVAILABLE: { roles: PUBLISHERS },
  ROLLOUT_HELD: { roles: PUBLISHERS, superAdmins: true },
  ROLLOUT_COMPLETED: { roles: PUBLISHERS },
};

/** Kinds of notices that a user with these roles can get. */
export const noticeKindsOf = (user: { roles: readonly TenantRole[]; isSuperAdmin: boolean }): NoticeKind[] =>
  NOTICE_KINDS.filter((kind) => {
    const { roles, superAdmins = false } = RECIPIENTS[kind];
    return (superAdmins && user.isSuperAdmin) || roles.some((role) => user.roles.includes(role));
  });

/** Channels by which a user gets a kind of notices: in the dashboards, and by mail. */
export interface NoticeChannels {
  bell: boolean;
  mail: boolean;
}

/** Kinds that need nothing to be done. */
const BELL_ONLY_KINDS: readonly NoticeKind[] = [
  "INSTALLATION_UPDATED",
  "INSTALLATION_HELD",
  "ROLLOUT_COMPLETED",
];

export const defaultChannelsOf = (kind: NoticeKind): NoticeChannels => ({
  bell: true,
  mail: !BELL_ONLY_KINDS.includes(kind),
});

/** Kinds for which an app can have a preference of its own. */
export const BUILD_KINDS: readonly NoticeKind[] = ["BUILD_FAILED", "BUILD_FIXED"];

/** Names of the kinds, for preferences and mails. */
export const KIND_LABELS: Record<NoticeKind, { label: string; help: string }> = {
  BUILD_FAILED: { label: "Failed builds", help: "Builds you queued" },
  BUILD_FIXED: { label: "Fixed builds", help: "The first completed build after a failed one of yours" },
  LISTING_DECIDED: { label: "Listing decisions", help: "Listings you submitted" },
  LISTING_MESSAGE: { label: "Listing messages", help: "Messages about listings" },
  PAYMENT_FAILED: { label: "Failed payments", help: "Workspaces you own" },
  TOKEN_EXPIRING: { label: "Expiring tokens", help: "7 days before expiry" },
  CHANNEL_FAILING: { label: "Failing endpoints", help: "Repeated delivery failures" },
  INSTALLATION_UPDATED: { label: "Automatic updates", help: "Updated or rolled back plugins and themes" },
  INSTALLATION_HELD: { label: "Updates on hold", help: "Updates stopped because builds failed" },
  INSTALLATION_UNAVAILABLE: { label: "Unavailable items", help: "Suspended or withdrawn plugins and themes" },
  ROLLOUT_HELD: { label: "Rollouts on hold", help: "Versions whose builds failed more often" },
  ROLLOUT_COMPLETED: { label: "Completed rollouts", help: "Versions that reached all installations" },
};
