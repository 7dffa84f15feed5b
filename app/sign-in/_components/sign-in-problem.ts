export const SERVER_SILENT = "The server did not answer. Check your connection and try again.";

/** One sentence for every refused password: it tells nobody which addresses have an account. */
const PASSWORD_PROBLEMS: Record<string, string> = {
  CredentialsSignin: "That did not work. Check your email and password, and try again.",
  RATE_LIMITED: "Too many attempts. Wait a quarter of an hour and try again.",
};
const NOT_NOW = "Signing in is not possible right now. Try again in a moment.";
const PROVIDER_FAILED = "Signing in through that provider did not work. Try again, or use your password.";

/** Says an error code of the password form. */
export function passwordProblem(code: string | null | undefined): string {
  return PASSWORD_PROBLEMS[code ?? ""] ?? NOT_NOW;
}

/** Says the code in the URL. It is never shown itself, because anybody can write it there. */
export function returnProblem(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return PASSWORD_PROBLEMS[code] ?? PROVIDER_FAILED;
}
