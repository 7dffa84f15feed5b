import { decode, type JWT } from "next-auth/jwt";
import { systemContext, type UserActor } from "./context.ts";
import { ANSWER_WITHIN_MS, withDeadline } from "./deadline.ts";
import { env } from "./env.ts";
import { findSessionUser, type SessionClaim } from "./identity/sessions.ts";

/** A cookie of sign-in: its name, and how browsers are to keep it. */
export function cookieOf(name: string) {
  const isHttps = env().NEXTAUTH_URL?.startsWith("https:") ?? false;
  return {
    name: isHttps ? `__Host-drydock.${name}` : `drydock.${name}`,
    options: { httpOnly: true, sameSite: "lax" as const, path: "/", secure: isHttps },
  };
}

/**
 * The signed-in person behind the cookies of a request, or null. The session is checked against the person's state now.
 * It stands apart from next-auth's options, whose providers only Next's bundle can load.
 * @throws AppError `UNAVAILABLE`
 */
export async function findRequestUser(headers: Headers): Promise<UserActor | null> {
  const token = await readSession(headers);
  const claim = token && claimOf(token);
  return claim && withDeadline(findSessionUser(systemContext("sessions"), claim), ANSWER_WITHIN_MS);
}

/**
 * Whether a request brings a session of ours whose time is not up. Nobody is looked up for it, so it may have been ended:
 * it says which way to offer, never what may be seen.
 */
export const bringsSession = async (headers: Headers): Promise<boolean> =>
  (await readSession(headers)) !== null;

async function readSession(headers: Headers): Promise<JWT | null> {
  const token = valueOfCookie(headers, cookieOf("session").name);
  if (!token) return null;
  return decode({ token, secret: env().NEXTAUTH_SECRET ?? "" }).catch(() => null);
}

/** What a session's token says of its owner; null for what else next-auth seals with the same secret. */
export function claimOf({ userId, sessionVersion }: JWT): SessionClaim | null {
  return typeof userId === "string" && typeof sessionVersion === "number" ? { userId, sessionVersion } : null;
}

/** The value of a request's cookie, decoded where it can be; null where there is none. */
export function valueOfCookie(headers: Headers, name: string): string | null {
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
