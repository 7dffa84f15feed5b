import { DASHBOARD_PATH, SIGN_IN_PATH } from "@/app/_paths/account.ts";
export const DEFAULT_CALLBACK_URL = DASHBOARD_PATH;

/** A base to resolve against: only whether a URL leaves it matters. */
const BASE_ORIGIN = "http://origin.invalid";

/**
 * Redirect target after sign-in: a path of this origin, or the default. The value comes from the address bar, so it is
 * untrusted; a URL that a browser could resolve to another origin is rejected, not repaired.
 */
export function safeCallbackUrl(value: string | string[] | undefined): string {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return DEFAULT_CALLBACK_URL;
  if (/[\\\p{Cc}]/u.test(value) || !URL.canParse(value, BASE_ORIGIN)) return DEFAULT_CALLBACK_URL;
  const url = new URL(value, BASE_ORIGIN);
  // Dot segments can leave a path that starts with two slashes: "/.//evil.example".
  if (url.origin !== BASE_ORIGIN || url.pathname.startsWith("//")) return DEFAULT_CALLBACK_URL;
  if (url.pathname === SIGN_IN_PATH) return DEFAULT_CALLBACK_URL;
  return `${url.pathname}${url.search}${url.hash}`;
}

type SignInProof = {
  credentials: { email: string; password: string };
  "second-step": { code: string } | { passkey: string };
  passkey: { passkey: string };
};

/** Sign-in by password or passkey, or its second step. Returns next-auth's error code, or undefined on success. */
export async function signInBy<P extends keyof SignInProof>(
  provider: P,
  proof: SignInProof[P],
): Promise<string | undefined> {
  const { signIn } = await import("next-auth/react");
  const result = await signIn(provider, { ...proof, redirect: false });
  return !result?.ok || result.error ? (result?.error ?? "") : undefined;
}

/** ID of the user whose session cookie the browser has now; undefined without one. */
export async function readSessionUserId(): Promise<string | undefined> {
  const { getSession } = await import("next-auth/react");
  const session = (await getSession()) as { userId?: unknown } | null;
  return typeof session?.userId === "string" ? session.userId : undefined;
}

/** Ends the session and loads a path, by default the sign-in page, which clears the session's data from memory. */
export async function signOutAndReload(returnTo = SIGN_IN_PATH): Promise<void> {
  const { signOut } = await import("next-auth/react");
  await signOut({ redirect: false });
  window.location.assign(returnTo);
}
