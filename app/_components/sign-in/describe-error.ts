import type { SignInError } from "@/server/auth/sign-in/sign-in-errors.ts";

const UNAVAILABLE = "Sign-in is temporarily unavailable. Try again.";
const PROVIDER_FAILED = "Sign-in with the provider was canceled or failed. Try again or use your password.";

/** Messages of error codes. One for every refused password: it must not reveal which addresses have an account. */
const MESSAGES: Record<SignInError, string> = {
  CredentialsSignin: "Incorrect email or password.",
  SecondStepRequired: "Enter your password again to continue.",
  SecondStepIncorrect: "Incorrect or used code. Wait for the next one, or use a recovery code.",
  SecondStepExpired: "The sign-in has expired. Enter your password again.",
  PasskeyRefused: "This passkey was not accepted. Try again or use your password.",
  RATE_LIMITED: "Too many attempts. Try again in 15 minutes.",
  UNAVAILABLE,
  INTERNAL: UNAVAILABLE,
  AccountNotLinked:
    "This provider account can’t be used here. If you have a Drydock account with this email, sign in with your password.",
  EmailNotVerified: "Your email isn’t verified by the provider. Verify it there, then sign in again.",
  ProfileRejected:
    "The provider sent an invalid name or email. Update your profile there, then sign in again.",
  OAuthSignin: "The provider couldn’t be reached. Try again or use your password.",
  OAuthCallback: PROVIDER_FAILED,
  Callback: PROVIDER_FAILED,
  Configuration: UNAVAILABLE,
  Default: "Sign-in failed. Try again.",
};

/** Message of the error code in the URL or of a response. The code is untrusted and never displayed. */
export function describeError(code: string): string {
  const known = Object.hasOwn(MESSAGES, code) ? (code as SignInError) : "Default";
  return MESSAGES[known];
}
