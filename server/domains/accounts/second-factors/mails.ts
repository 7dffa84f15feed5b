import type { SecurityText } from "../email-links/mails.ts";

const toChange = (text: string): SecurityText => ({ subject: "Two-factor authentication changed", text });

export const TOTP_ENABLED = toChange("An authenticator app was set up for your account.");
export const TOTP_DISABLED = toChange("The authenticator app of your account was removed.");
export const RECOVERY_CODES_REPLACED = toChange("The recovery codes of your account were replaced.");
export const passkeyAdded = (name: string) => toChange(`The passkey “${name}” was added to your account.`);
export const passkeyRemoved = (name: string) =>
  toChange(`The passkey “${name}” was removed from your account.`);

export const SECOND_FACTOR_RESET: SecurityText = {
  subject: "Two-factor authentication reset",
  text: "A Super Admin removed the second factors of your account and signed you out. Set up new ones the next time you sign in.",
};

export const recoveryCodeUsed = (left: number): SecurityText => ({
  subject: "Recovery code used",
  text: `A recovery code was used to sign in to your account. ${left === 1 ? "1 code is" : `${left} codes are`} left.`,
});
