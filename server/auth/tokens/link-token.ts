import { z } from "zod";
import type { SessionClaim } from "../sessions/load-session.ts";
import { ISSUER, type JwtKind, signJwt, verifyJwt } from "./api-token-jwt.ts";

const KIND: JwtKind = { audience: "drydock-link", type: "link+jwt" };
const MAX_TOKEN_LENGTH = 1_024;

const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(KIND.audience),
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
  const { owner, resource, ...token } = link;
  const { userId, sessionId, sessionVersion } = owner;
  return signJwt(KIND, { ...token, userId, claims: { res: resource, sid: sessionId, ver: sessionVersion } });
}

/** Session for which a link to this resource was signed; null if it is invalid, expired, or of another resource. */
export async function verifyLinkToken(
  token: string,
  resource: string,
  now: Date,
): Promise<SessionClaim | null> {
  if (token.length > MAX_TOKEN_LENGTH) return null;
  const claims = await verifyJwt(KIND, token, Claims, { currentDate: now });
  if (claims?.res !== resource) return null;
  return { userId: claims.sub, sessionId: claims.sid, sessionVersion: claims.ver };
}
