import type { PagePosition } from "@/server/core/pagination.ts";
import type { EmailLinkKind } from "@/shared/vocabulary.ts";
import type { TokenView } from "../users/view.ts";

/** Account as its user sees it. */
export interface AccountView {
  id: string;
  name: string;
  email: string;
  isEmailVerified: boolean;
  /** New address that waits for the link which was mailed to it. */
  pendingEmail: string | null;
  /** Former address, which its owner claimed. Then `email` is a placeholder. */
  claimedEmail: string | null;
  /** True if the server can send mail, without which no address can be verified or changed. */
  isMailAvailable: boolean;
  hasPassword: boolean;
  /** External identity providers. */
  providers: string[];
  createdAt: string;
}

/** Session as its user sees it. */
export interface SessionView {
  id: string;
  /** Null if it is unknown. */
  browser: string | null;
  system: string | null;
  /** True for the session that asks. */
  isCurrent: boolean;
  lastActiveAt: string;
  signedInAt: string;
}

export interface SessionList {
  sessions: SessionView[];
  /** Number of all sessions; only the last used are listed. */
  total: number;
}

/** Mailed link, as its page shows it. */
export interface EmailLinkView {
  kind: EmailLinkKind;
  email: string;
  userId: string;
  /** True if the account verified its address. */
  isVerified: boolean;
}

/** API token of the user with the tenant that it is for. */
export interface OwnTokenView extends Omit<TokenView, "owner" | "isOwn"> {
  tenant: { slug: string; name: string; isSuspended: boolean };
}

export interface OwnTokensPage extends PagePosition {
  tokens: OwnTokenView[];
  nextCursor: string | null;
}
