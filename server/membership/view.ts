import type { TenantRole } from "@/db/schema/vocabulary.ts";

export interface MemberView {
  userId: string;
  name: string;
  /** Null to members who are no owner, but for their own. */
  email: string | null;
  role: TenantRole;
  isSelf: boolean;
  joinedAt: string;
  lastUsedAt: string | null;
}

export type InvitationState = "OPEN" | "EXPIRED" | "ACCEPTED" | "REVOKED";

/** An invitation as lists show it: never its link. */
export interface InvitationView {
  id: string;
  role: TenantRole;
  state: InvitationState;
  invitedBy: string;
  acceptedBy: string | null;
  createdAt: string;
  expiresAt: string;
}

/** An invitation just made; `secret` is shown once. */
export interface CreatedInvitation {
  id: string;
  secret: string;
}

/** What the bearer of an invitation's link learns of it; of one that is over, only that it is. */
export type InvitationOffer =
  | { state: "OPEN"; tenant: string; role: TenantRole; invitedBy: string; expiresAt: string }
  | { state: Exclude<InvitationState, "OPEN"> };

/** A membership as Super Admins see it, from either side. */
export interface MembershipRecord {
  tenant: { id: string; slug: string; name: string; isSuspended: boolean };
  user: { id: string; email: string; name: string; isDisabled: boolean };
  role: TenantRole;
  joinedAt: string;
  lastUsedAt: string | null;
}

export interface MembershipsPage {
  memberships: MembershipRecord[];
  nextCursor: string | null;
}
