import { z } from "zod";
import type { PagePosition } from "@/server/core/pagination.ts";
import { PERMISSIONS, type Permission } from "@/shared/vocabulary.ts";
import type { NameWarnings } from "../lookalikes/policy.ts";

/** API token in a list, without the token itself. */
export interface TokenView {
  id: string;
  name: string;
  permissions: Permission[];
  lastFour: string;
  owner: string;
  isOwn: boolean;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
}

export interface TokensPage extends PagePosition {
  tokens: TokenView[];
  nextCursor: string | null;
}

/** New API token; `token` is shown once. */
export interface CreatedToken {
  id: string;
  token: string;
}

/** Owner, tenant and current permissions of an API token. */
export const MeView = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  permissions: z.array(z.enum(PERMISSIONS)),
  expiresAt: z.string(),
});
export type MeView = z.output<typeof MeView>;

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
