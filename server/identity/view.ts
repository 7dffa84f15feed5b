import { z } from "zod";
import { PERMISSIONS, type Permission } from "@/db/schema/vocabulary.ts";

/** A token as lists show it: enough to recognise it, never the token. */
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

/** A token just made; `token` is shown once. */
export interface CreatedToken {
  id: string;
  token: string;
}

/** The owner and the tenant of a token, and what it permits now. */
export const MeView = z.object({
  user: z.object({ id: z.string(), email: z.string(), name: z.string() }),
  tenant: z.object({ id: z.string(), slug: z.string(), name: z.string() }),
  permissions: z.array(z.enum(PERMISSIONS)),
  expiresAt: z.string(),
});
export type MeView = z.output<typeof MeView>;

/** A person in the list of all of them. */
export interface UserListItem {
  id: string;
  email: string;
  name: string;
  isSuperAdmin: boolean;
  disabledAt: string | null;
  createdAt: string;
  tenants: number;
  /** When they were last in one of their tenants. */
  lastUsedAt: string | null;
}

export interface UsersPage {
  users: UserListItem[];
  nextCursor: string | null;
}

/** A person as Super Admins see them: never a password, a session or a token. */
export interface UserRecord extends Omit<UserListItem, "tenants" | "lastUsedAt"> {
  isSelf: boolean;
  disabledReason: string | null;
  /** Whether nobody else could do what Super Admins do. */
  isLastSuperAdmin: boolean;
  hasPassword: boolean;
  /** Names of the external providers through which they sign in. */
  providers: string[];
  activeTokens: number;
}
