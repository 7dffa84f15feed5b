import { type JWTPayload, type JWTVerifyOptions, jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { processSingleton } from "@/db/client.ts";
import { env } from "@/server/core/env/env.ts";
import { unauthenticated } from "@/shared/errors.ts";

export const ISSUER = "drydock";
const KIND: JwtKind = { audience: "drydock-api", type: "at+jwt" };
const TOLERANCE_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8_192;

const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(KIND.audience),
  sub: z.uuid(),
  tid: z.uuid(),
  jti: z.uuid(),
  permissions: z.array(z.string()),
  iat: z.number(),
  nbf: z.number().optional(),
  exp: z.number(),
});

export type TokenClaims = z.output<typeof Claims>;

export function signToken(token: {
  id: string;
  userId: string;
  tenantId: string;
  permissions: readonly string[];
  issuedAt: Date;
  expiresAt: Date;
}): Promise<string> {
  const { tenantId, permissions, ...rest } = token;
  return signJwt(KIND, { ...rest, claims: { tid: tenantId, permissions: [...permissions] } });
}

/**
 * Claims of a valid API token. The signature is verified once per token and process, the times on every use.
 * @throws AppError `UNAUTHENTICATED`
 */
export async function verifyToken(token: string, now: Date): Promise<TokenClaims> {
  if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated();
  const known = verified().get(token);
  // The times are checked below.
  const claims = known ?? (await verifyJwt(KIND, token, Claims, { clockTolerance: Number.MAX_SAFE_INTEGER }));
  if (!claims) throw unauthenticated();
  if (!known) verified().set(token, claims);
  const nowSeconds = now.getTime() / 1000;
  const begins = Math.max(claims.iat, claims.nbf ?? 0);
  if (claims.exp <= nowSeconds - TOLERANCE_SECONDS || begins > nowSeconds + TOLERANCE_SECONDS) {
    throw unauthenticated();
  }
  return claims;
}

/** Kind of JWT. One secret signs all kinds; type and audience keep them apart. */
export interface JwtKind {
  audience: string;
  type: string;
}

/** JWT of a user, with the issuer and audience of its kind, and claims of its own. */
export function signJwt(
  kind: JwtKind,
  token: { id: string; userId: string; claims: JWTPayload; issuedAt: Date; expiresAt: Date },
): Promise<string> {
  const [key] = keys();
  if (!key) throw new Error("API_TOKEN_SECRET is not set");
  return new SignJWT(token.claims)
    .setProtectedHeader({ alg: "HS256", typ: kind.type })
    .setIssuer(ISSUER)
    .setAudience(kind.audience)
    .setSubject(token.userId)
    .setJti(token.id)
    .setIssuedAt(token.issuedAt)
    .setExpirationTime(token.expiresAt)
    .sign(key);
}

/** Claims of a JWT of this kind; null unless a secret of the rotation signed it and they match the schema. */
export async function verifyJwt<S extends z.ZodType>(
  { type }: JwtKind,
  token: string,
  claims: S,
  options: Pick<JWTVerifyOptions, "clockTolerance" | "currentDate">,
): Promise<z.output<S> | null> {
  for (const key of keys()) {
    try {
      const { payload } = await jwtVerify(token, key, { ...options, algorithms: ["HS256"], typ: type });
      return claims.parse(payload);
    } catch {
      // Another secret of the rotation may have signed it.
    }
  }
  return null;
}

const verified = () =>
  processSingleton("verified-tokens", () => new LRUCache<string, TokenClaims>({ max: 5_000 }));

const keys = () =>
  processSingleton("token-keys", () =>
    (env().API_TOKEN_SECRET ?? []).map((secret) => new TextEncoder().encode(secret)),
  );
