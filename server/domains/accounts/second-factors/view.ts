/** Passkey as its user sees it. */
export interface PasskeyView {
  id: string;
  name: string;
  /** True if it is synchronized between devices. */
  isBackedUp: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

/** Second factors of an account. */
export interface SecondFactorsView {
  /** Time at which the TOTP app was set up; null without one. */
  totpSince: string | null;
  passkeys: PasskeyView[];
  /** Recovery codes that are not used yet; null without a second factor. */
  recoveryCodesLeft: number | null;
  hasPassword: boolean;
  /** True if the last second factor cannot be removed. */
  isRequired: boolean;
  /** Address at which passkeys work; null if they are not available. */
  passkeyOrigin: string | null;
}

/** TOTP app that is being set up. */
export interface TotpEnrolment {
  secret: string;
  /** Content of the QR code. */
  uri: string;
}

/** Result of a change that ended all other sessions. */
export interface SecondFactorChange {
  sessionVersion: number;
  /** New recovery codes, shown once; null if the account keeps those that it has. */
  recoveryCodes: string[] | null;
}
