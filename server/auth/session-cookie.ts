import { LRUCache } from "lru-cache";
import { decode, type JWT } from "next-auth/jwt";
import { processSingleton } from "@/db/client.ts";
import type { UserActor } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { createSession, type Session, type SessionClaim } from "./sessions.ts";

/** A cookie of sign-in: its name, and how browsers are to keep it. */
export function sessionCookieOptions(name: string) {
  const isHttps = env().NEXTAUTH_URL?.startsWith("https:") ?? false;
  return {
    name: isHttps ? `__Host-drydock.${name}` : `drydock.${name}`,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isHttps },
  };
}

/**
 * The session that the cookies of a request bring, or null. Its time is not up, but it may have been ended.
 * It stands apart from next-auth's options, whose providers only Next's bundle can load.
 */
export async function findRequestSession(headers: Headers): Promise<Session | null> {
  const token = getCookieValue(headers, sessionCookieOptions("session").name);
  if (!token) return null;
  const claim = findCachedClaim(token) ?? (await decodeSessionToken(token));
  return claim && createSession(claim);
}

/** What a session's token says, while its time is not up. It is kept: opening a token takes longer than many a query. */
async function decodeSessionToken(token: string): Promise<SessionClaim | null> {
  const content = await decode({ token, secret: env().NEXTAUTH_SECRET ?? "" }).catch(() => null);
  const claim = content && toSessionClaim(content);
  if (claim && typeof content.exp === "number") opened().set(token, { claim, endsAt: content.exp * 1_000 });
  return claim;
}

/** The claim of a token that was opened before; none once its time is up, which next-auth then judges. */
function findCachedClaim(token: string): SessionClaim | undefined {
  const known = opened().get(token);
  return known && Date.now() < known.endsAt ? known.claim : undefined;
}

const opened = () =>
  processSingleton(
    "opened-session-tokens",
    () => new LRUCache<string, { claim: SessionClaim; endsAt: number }>({ max: 5_000 }),
  );

/**
 * The signed-in person behind the cookies of a request, or null. The session is checked against the person's state now.
 * @throws AppError `UNAVAILABLE`
 */
export async function findRequestUser(headers: Headers): Promise<UserActor | null> {
  const session = await findRequestSession(headers);
  return session?.owner() ?? null;
}

/**
 * Whether a request brings a session of ours whose time is not up. Nobody is looked up for it, so it may have been ended:
 * it says which way to offer, never what may be seen.
 */
export const hasSession = async (headers: Headers): Promise<boolean> =>
  (await findRequestSession(headers)) !== null;

/** What a session's token says of its owner; null for what else next-auth seals with the same secret. */
export function toSessionClaim({ userId, sessionVersion }: JWT): SessionClaim | null {
  return typeof userId === "string" && typeof sessionVersion === "number" ? { userId, sessionVersion } : null;
}

/** The value of a request's cookie, decoded where it can be; null where there is none. */
export function getCookieValue(headers: Headers, name: string): string | null {
  const pairs = headers.get("cookie")?.split(";") ?? [];
  const value = pairs
    .map((pair) => pair.trim())
    // The last one counts, as for Next and next-auth.
    .findLast((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
