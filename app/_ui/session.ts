export const DEFAULT_CALLBACK_URL = "/builder";

/**
 * Where to go after signing in: a path on this very origin or the default. The value comes from the address bar,
 * so anybody can write it; whatever a browser could read as another origin is refused, not repaired.
 */
export function safeCallbackUrl(value: string | string[] | undefined): string {
  if (typeof value !== "string" || !/^\/(?![/\\])/.test(value)) return DEFAULT_CALLBACK_URL;
  if (/[\\\p{Cc}]/u.test(value) || !URL.canParse(value, ORIGIN)) return DEFAULT_CALLBACK_URL;
  const url = new URL(value, ORIGIN);
  // Dots can leave a path that starts with two slashes: "/.//evil.example".
  if (url.origin !== ORIGIN || url.pathname.startsWith("//")) return DEFAULT_CALLBACK_URL;
  if (url.pathname === "/sign-in") return DEFAULT_CALLBACK_URL;
  return `${url.pathname}${url.search}${url.hash}`;
}

/** A stand-in: only whether a value leaves it matters. */
const ORIGIN = "http://origin.invalid";
