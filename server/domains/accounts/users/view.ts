import type { NameWarnings } from "../lookalikes/policy.ts";

export interface UserListItem extends NameWarnings {
  id: string;
  email: string;
  name: string;
  isSuperAdmin: boolean;
  disabledAt: string | null;
  createdAt: string;
  tenants: number;
  /** Last visit to any of their tenants. */
  lastUsedAt: string | null;
}

export interface UsersPage {
  users: UserListItem[];
  nextCursor: string | null;
}

/** User with details for Super Admins, without password, sessions or tokens. */
export interface UserRecord extends Omit<UserListItem, "tenants" | "lastUsedAt"> {
  isSelf: boolean;
  disabledReason: string | null;
  emailVerifiedAt: string | null;
  /** Former address, which its owner claimed; then the user has none. */
  claimedEmail: string | null;
  /** Deleted by the user. Such an account cannot be enabled. */
  isDeleted: boolean;
  /** Only Super Admin who is not disabled. */
  isLastSuperAdmin: boolean;
  hasPassword: boolean;
  hasSecondFactor: boolean;
  /** External identity providers of the user. */
  providers: string[];
  activeTokens: number;
}
