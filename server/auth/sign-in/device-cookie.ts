import { createHmac, randomUUID } from "node:crypto";
import { jwtVerify, SignJWT } from "jose";
import { env } from "@/server/core/env/env.ts";
import { formatCookie, getCookieValue, sessionCookieOptions } from "../sessions/session-cookie.ts";

const TTL_SECONDS = 365 * 86_400;
const TYPE = "device+jwt";
const AUDIENCE = "drydock-device";

/**
 * Device cookie: proof that this browser signed in to an account before (OWASP, "slow down online guessing attacks with
 * device cookies"). It grants only a separate rate limit. One cookie for each account, bound to the user's id
 * and not to an address, which can pass to another account.
 * @returns the device's id if the cookie was signed for this user, else null
 */
export async function findDevice(headers: Headers, userId: string): Promise<string | null> {
  const token = getCookieValue(headers, nameFor(userId));
  if (!token) return null;
  try {
    const { payload } = await jwtVerify(token, key(), {
      algorithms: ["HS256"],
      typ: TYPE,
      audience: AUDIENCE,
      subject: digestOf(userId),
      requiredClaims: ["jti", "exp"],
    });
    return payload.jti ?? null;
  } catch {
    return null;
  }
}

/** `Set-Cookie` for a browser that has signed in. A known device keeps its id. */
export async function createDeviceCookie(headers: Headers, userId: string): Promise<string> {
  const token = await new SignJWT({})
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setAudience(AUDIENCE)
    .setSubject(digestOf(userId))
    .setJti((await findDevice(headers, userId)) ?? randomUUID())
    .setExpirationTime(`${TTL_SECONDS}s`)
    .sign(key());
  return formatCookie(nameFor(userId), token, TTL_SECONDS);
}

const nameFor = (userId: string): string =>
  sessionCookieOptions(`device-${digestOf(userId).slice(0, 16)}`).name;

/** Keyed, so that the cookie's name does not reveal an account. */
const digestOf = (userId: string): string => createHmac("sha256", key()).update(userId).digest("hex");

const key = () =>
  createHmac("sha256", env().NEXTAUTH_SECRET ?? "")
    .update("device cookie")
    .digest();
