/**
 * Error codes of sign-in, as in the `error` parameter of redirects. Other texts that next-auth would pass on, such as
 * the message of a database error, become `Default`. `app/(auth)/sign-in` has a message for each.
 */
export const SIGN_IN_ERRORS = [
  "CredentialsSignin",
  "SecondStepRequired",
  "SecondStepIncorrect",
  "SecondStepExpired",
  "PasskeyRefused",
  "RATE_LIMITED",
  "UNAVAILABLE",
  "INTERNAL",
  "AccountNotLinked",
  "EmailNotVerified",
  "ProfileRejected",
  "OAuthSignin",
  "OAuthCallback",
  "Callback",
  "Configuration",
  "Default",
] as const;
export type SignInError = (typeof SIGN_IN_ERRORS)[number];

/** Error code in a text; `Default` if it is unknown. */
export const toSignInError = (text: string): SignInError =>
  SIGN_IN_ERRORS.find((code) => code === text) ?? "Default";
