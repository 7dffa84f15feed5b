import { LRUCache } from "lru-cache";
import { decode, encode, type JWT } from "next-auth/jwt";
import { processSingleton } from "@/db/client.ts";
import { databaseNow } from "@/db/clock.ts";
import { systemContext, type UserActor } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { createSession, type Session, type SessionClaim } from "./load-session.ts";
import { continueSession, SESSION_TTL_SECONDS } from "./session-store.ts";

/** Cookie with the secret of a sign-in that waits for its second step. */
export const SECOND_STEP_COOKIE = "second-step";

export function sessionCookieOptions(name: string) {
  const isHttps = env().NEXTAUTH_URL?.startsWith("https:") ?? false;
  return {
    name: isHttps ? `__Host-drydock.${name}` : `drydock.${name}`,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isHttps },
  };
}

/**
 * Session of a request's cookie, or null. It has not expired, but may have been revoked. Does not import next-auth's
 * options, whose providers only Next's bundle can load.
 */
export async function findRequestSession(headers: Headers): Promise<Session | null> {
  const token = getCookieValue(headers, sessionCookieOptions("session").name);
  if (!token) return null;
  const claim = findCachedClaim(token) ?? (await decodeSessionToken(token));
  return claim && createSession(claim);
}

/** Decodes a session token and caches its claim: decryption takes longer than many queries. */
async function decodeSessionToken(token: string): Promise<SessionClaim | null> {
  const content = await decode({ token, secret: env().NEXTAUTH_SECRET ?? "" }).catch(() => null);
  const claim = content && toSessionClaim(content);
  if (claim && typeof content.exp === "number")
    decodedTokens().set(token, { claim, expiresAt: content.exp * 1_000 });
  return claim;
}

function findCachedClaim(token: string): SessionClaim | undefined {
  const known = decodedTokens().get(token);
  return known && databaseNow().getTime() < known.expiresAt ? known.claim : undefined;
}

const decodedTokens = () =>
  processSingleton(
    "decoded-session-tokens",
    () => new LRUCache<string, { claim: SessionClaim; expiresAt: number }>({ max: 5_000 }),
  );

/** Claims that change while a session continues. */
export type SessionChange = Partial<Pick<SessionClaim, "sessionVersion" | "authenticatedAt">>;

/**
 * `Set-Cookie` that continues the session of a request with other claims; null without a session. Used by changes that
 * end all other sessions, and after a user confirmed their identity.
 */
export async function renewSessionCookie(headers: Headers, changes: SessionChange): Promise<string | null> {
  const { name } = sessionCookieOptions("session");
  const secret = env().NEXTAUTH_SECRET ?? "";
  const content = await decode({ token: getCookieValue(headers, name) ?? "", secret }).catch(() => null);
  const claim = content && toSessionClaim(content);
  if (!claim || !(await continueSession(systemContext("sessions"), { ...claim, ...changes }))) return null;
  const token = await encode({ token: { ...content, ...changes }, secret, maxAge: SESSION_TTL_SECONDS });
  return formatCookie(name, token, SESSION_TTL_SECONDS);
}

/** `Set-Cookie` with the attributes of sign-in cookies. A lifetime of 0 removes it. */
export function formatCookie(name: string, value: string, ttlSeconds: number): string {
  const { path, secure } = sessionCookieOptions("").options;
  const expires = new Date(ttlSeconds === 0 ? 0 : databaseNow().getTime() + ttlSeconds * 1_000).toUTCString();
  return `${name}=${value}; Path=${path}; Expires=${expires}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** Signed-in user of a request, or null, checked against the user's state now. @throws AppError `UNAVAILABLE` */
export async function findRequestUser(headers: Headers): Promise<UserActor | null> {
  const session = await findRequestSession(headers);
  return session?.owner() ?? null;
}

/** True if a request has an unexpired session cookie. Without a lookup, so only for links, never for access. */
export const hasSession = async (headers: Headers): Promise<boolean> =>
  (await findRequestSession(headers)) !== null;

/** Claim of a session token; null for other tokens that next-auth seals with the same secret. */
export function toSessionClaim({
  userId,
  sessionId,
  sessionVersion,
  authenticatedAt,
}: JWT): SessionClaim | null {
  if (typeof userId !== "string" || typeof sessionVersion !== "number") return null;
  if (typeof sessionId !== "string" || !isUuid(sessionId)) return null;
  return {
    userId,
    sessionId,
    sessionVersion,
    ...(typeof authenticatedAt === "number" && { authenticatedAt }),
  };
}

export function getCookieValue(headers: Headers, name: string): string | null {
  const pairs = headers.get("cookie")?.split(";") ?? [];
  const value = pairs
    .map((pair) => pair.trim())
    // The last one counts, as in Next and next-auth.
    .findLast((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
