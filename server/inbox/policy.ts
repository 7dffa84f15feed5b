import { NOTICE_KINDS, type NoticeKind, type TenantRole } from "@/db/schema/vocabulary.ts";

interface Recipients {
  /** Roles of the members who can get the notice. */
  roles: readonly TenantRole[];
  superAdmins?: true;
}

const PUBLISHERS = ["OWNER", "DEVELOPER"] as const;

/** Recipients of each kind of notice. */
export const RECIPIENTS: Record<NoticeKind, Recipients> = {
  BUILD_FAILED: { roles: PUBLISHERS },
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
