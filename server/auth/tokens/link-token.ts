import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { env } from "@/server/core/env/env.ts";
import type { SessionClaim } from "../sessions/load-session.ts";

const ISSUER = "drydock";
const AUDIENCE = "drydock-link";
const TYPE = "link+jwt";
const MAX_TOKEN_LENGTH = 1_024;

const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
  sub: z.uuid(),
  jti: z.uuid(),
  /** Resource of the link, such as an artifact. */
  res: z.string(),
  /** Session of the user and its version: the link ends with the session. */
  sid: z.uuid(),
  ver: z.number().int(),
  iat: z.number(),
  exp: z.number(),
});

/**
 * Signed token of a link that opens one resource without a session, for a short time and with the rights of its user.
 */
export function signLinkToken(link: {
  id: string;
  owner: SessionClaim;
  resource: string;
  issuedAt: Date;
  expiresAt: Date;
}): Promise<string> {
  const [key] = keys();
  if (!key) throw new Error("API_TOKEN_SECRET is not set");
  const { userId, sessionId, sessionVersion } = link.owner;
  return new SignJWT({ res: link.resource, sid: sessionId, ver: sessionVersion })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(userId)
    .setJti(link.id)
    .setIssuedAt(link.issuedAt)
    .setExpirationTime(link.expiresAt)
    .sign(key);
}

/** Session for which a link to this resource was signed; null if it is invalid, expired, or of another resource. */
export async function verifyLinkToken(
  token: string,
  resource: string,
  now: Date,
): Promise<SessionClaim | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  for (const key of keys()) {
    try {
      const { payload } = await jwtVerify(token, key, { algorithms: ["HS256"], typ: TYPE, currentDate: now });
      const { sub, sid, ver, res } = Claims.parse(payload);
      return res === resource ? { userId: sub, sessionId: sid, sessionVersion: ver } : null;
    } catch {
      // Another secret of the rotation may have signed it.
    }
  }
  return null;
}

const keys = () => (env().API_TOKEN_SECRET ?? []).map((secret) => new TextEncoder().encode(secret));
