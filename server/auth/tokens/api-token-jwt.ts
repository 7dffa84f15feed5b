import { jwtVerify, SignJWT } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { processSingleton } from "@/db/client.ts";
import { env } from "@/server/core/env/env.ts";
import { unauthenticated } from "@/shared/errors.ts";

const ISSUER = "drydock";
const AUDIENCE = "drydock-api";
const TYPE = "at+jwt";
const TOLERANCE_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8_192;

const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(AUDIENCE),
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
  const [key] = keys();
  if (!key) throw new Error("API_TOKEN_SECRET is not set");
  return new SignJWT({ tid: token.tenantId, permissions: [...token.permissions] })
    .setProtectedHeader({ alg: "HS256", typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(token.userId)
    .setJti(token.id)
    .setIssuedAt(token.issuedAt)
    .setExpirationTime(token.expiresAt)
    .sign(key);
}

/**
 * Claims of a valid API token. The signature is verified once per token and process, the times on every use.
 * @throws AppError `UNAUTHENTICATED`
 */
export async function verifyToken(token: string, now: Date): Promise<TokenClaims> {
  if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated();
  const known = verified().get(token);
  const claims = known ?? (await verifySignature(token));
  if (!known) verified().set(token, claims);
  const nowSeconds = now.getTime() / 1000;
  const begins = Math.max(claims.iat, claims.nbf ?? 0);
  if (claims.exp <= nowSeconds - TOLERANCE_SECONDS || begins > nowSeconds + TOLERANCE_SECONDS) {
    throw unauthenticated();
  }
  return claims;
}

async function verifySignature(token: string): Promise<TokenClaims> {
  for (const key of keys()) {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ["HS256"],
        typ: TYPE,
        // The caller checks the times on every use.
        clockTolerance: Number.MAX_SAFE_INTEGER,
      });
      return Claims.parse(payload);
    } catch {
      // Another secret of the rotation may have signed it.
    }
  }
  throw unauthenticated();
}

const verified = () =>
  processSingleton("verified-tokens", () => new LRUCache<string, TokenClaims>({ max: 5_000 }));

const keys = () =>
  processSingleton("token-keys", () =>
    (env().API_TOKEN_SECRET ?? []).map((secret) => new TextEncoder().encode(secret)),
  );
