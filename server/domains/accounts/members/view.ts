import type { PagePosition } from "@/server/core/pagination.ts";
import type { TenantRole } from "@/shared/vocabulary.ts";

export interface MemberView {
  userId: string;
  name: string;
  /** Null for other members unless the viewer is an owner. */
  email: string | null;
  role: TenantRole;
  isSelf: boolean;
  joinedAt: string;
  lastUsedAt: string | null;
}

export interface MembersPage extends PagePosition {
  members: MemberView[];
  /** Owners on all pages. */
  ownerCount: number;
  nextCursor: string | null;
}

export type InvitationState = "OPEN" | "EXPIRED" | "ACCEPTED" | "REVOKED";

/** Invitation as shown to the holder of its link; a closed one shows only its state. */
export type InvitationOffer =
  | {
      state: "OPEN";
      tenant: string;
      name: string | null;
      /** The address that can accept it; null for older invitations. */
      email: string | null;
      /** True if this link accepts only verified addresses. The mailed link verifies the address itself. */
      needsVerifiedEmail: boolean;
      role: TenantRole;
      invitedBy: string;
      expiresAt: string;
    }
  | { state: Exclude<InvitationState, "OPEN"> };
