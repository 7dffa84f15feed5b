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
