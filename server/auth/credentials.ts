import { createHash, timingSafeEqual } from "node:crypto";
import { type Context, createContext, type TenantContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { AppError, unauthenticated } from "@/shared/errors.ts";
import { getClientAddress, isLoopbackRequest } from "./rate-limits/client-address.ts";
import { consumeRateLimit, type RateLimitName } from "./rate-limits/rate-limiter.ts";
import { findRequestUser } from "./sessions/session-cookie.ts";
import { authenticateToken } from "./tokens/token-credentials.ts";

/**
 * Credential that a route requires: an API token with the tenant header, a token or a session, the secret of build
 * workers, the metrics token, or none.
 */
export type Credential = "token" | "token-or-session" | "build-secret" | "metrics" | "none";

export const acceptsToken = (credential: Credential): boolean => credential.startsWith("token");

/**
 * Authenticates a request and counts it against a rate limit: by token, by secret, or by address without a valid
 * credential.
 * @param limit null for no limit
 * @throws AppError `UNAUTHENTICATED`, `RATE_LIMITED`
 */
export async function authenticateRequest(
  credential: Credential,
  limit: RateLimitName | null,
  request: Request,
  requestId: string,
) {
  const { headers } = request;
  if (credential === "none") {
    const rateLimit = limit && (await consumeRateLimit(limit, getClientAddress(headers)));
    return { ctx: createContext({ kind: "system", name: "public" }, requestId), rateLimit };
  }
  try {
    const { ctx, subject } = await authenticate(credential, request, requestId);
    return { ctx, rateLimit: limit && (await consumeRateLimit(limit, subject)) };
  } catch (error) {
    if (error instanceof AppError && error.code === "UNAUTHENTICATED") {
      await consumeRateLimit("anonymous", getClientAddress(headers));
    }
    throw error;
  }
}

/** Tenant check of requests with a token. @throws AppError `TENANT_HEADER_REQUIRED`, `TENANT_MISMATCH` */
export function requireTenantHeader(headers: Headers, ctx: TenantContext): void {
  const given = headers.get("x-tenant-id");
  if (!given) {
    throw new AppError("TENANT_HEADER_REQUIRED", "Send the tenant ID in the X-Tenant-Id header.");
  }
  if (given.toLowerCase() !== ctx.tenant.id) {
    throw new AppError("TENANT_MISMATCH", "X-Tenant-Id does not match the tenant of the token.");
  }
}

async function authenticate(
  credential: Exclude<Credential, "none">,
  request: Request,
  requestId: string,
): Promise<{ ctx: Context | TenantContext; subject: string }> {
  const { headers } = request;
  if (credential === "metrics") {
    requireMetricsAccess(request);
    return { ctx: createContext({ kind: "system", name: "metrics" }, requestId), subject: "metrics" };
  }
  if (credential === "build-secret") {
    const secret = headers.get("x-build-secret") ?? "";
    requireBuildSecret(secret);
    const subject = createHash("sha256").update(secret).digest("hex").slice(0, 16);
    return { ctx: createContext({ kind: "worker", workerId: null }, requestId), subject };
  }
  if (credential === "token-or-session" && !headers.has("authorization")) {
    const user = await findRequestUser(headers);
    if (!user) throw unauthenticated();
    return { ctx: createContext(user, requestId), subject: user.userId };
  }
  const token = bearerToken(headers);
  if (!token) throw unauthenticated();
  const ctx = await authenticateToken(token, requestId);
  return { ctx, subject: ctx.actor.kind === "token" ? ctx.actor.tokenId : ctx.tenant.id };
}

function requireMetricsAccess(request: Request): void {
  const { METRICS_TOKEN } = env();
  const token = bearerToken(request.headers);
  const isKnown = token && METRICS_TOKEN && matchesSecret(token, [METRICS_TOKEN]);
  if (!isKnown && !isLoopbackRequest(request)) throw unauthenticated();
}

const bearerToken = (headers: Headers): string | undefined =>
  /^bearer +([^\s,]+) *$/i.exec(headers.get("authorization") ?? "")?.[1];

/**
 * Secret check of the build webhook (specification 4.2): one of `BUILD_SERVER_SECRET` and `MAC_BUILDER_SECRET`.
 * Without a configured secret every request is refused.
 * @throws AppError `UNAUTHENTICATED`
 */
export function requireBuildSecret(given: string | null): void {
  const { BUILD_SERVER_SECRET, MAC_BUILDER_SECRET } = env();
  const secrets = [...(BUILD_SERVER_SECRET ?? []), ...(MAC_BUILDER_SECRET ?? [])];
  if (!given || !matchesSecret(given, secrets)) throw unauthenticated();
}

/** Constant-time comparison with the configured secrets. */
export function matchesSecret(given: string, secrets: readonly string[]): boolean {
  const digest = sha256(given);
  return secrets.map((secret) => timingSafeEqual(digest, sha256(secret))).includes(true);
}

const sha256 = (value: string) => createHash("sha256").update(value, "utf8").digest();
