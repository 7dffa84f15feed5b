import { LRUCache } from "lru-cache";
import { processSingleton } from "@/db/client.ts";
import { databaseNow } from "@/db/clock.ts";
import { permissionsOfRole } from "@/server/core/authorize.ts";
import {
  type Actor,
  createContext,
  database,
  enterTenant,
  type Tenant,
  type TenantContext,
} from "@/server/core/context.ts";
import { unauthenticated } from "@/shared/errors.ts";
import type { Permission, TenantRole } from "@/shared/vocabulary.ts";
import { verifyToken } from "./api-token-jwt.ts";

/** Cache lifetime of a token's state. The contract: a revocation takes effect within 5 s. */
const CREDENTIAL_TTL_MS = 2_000;

/**
 * Context of an API token. A permission must be in the claim, in the stored token and in the user's present role.
 * @throws AppError `UNAUTHENTICATED` for every invalid token
 */
export async function authenticateToken(token: string, requestId: string): Promise<TenantContext> {
  const now = databaseNow();
  const claims = await verifyToken(token, now);
  const state = await findCredential(claims.jti);
  const lives =
    state !== null &&
    state.user.id === claims.sub &&
    state.tenant.id === claims.tid &&
    state.expiresAt > now.getTime();
  if (!lives) throw unauthenticated();
  const allowed = permissionsOfRole(state.role);
  const permissions = state.permissions.filter((p) => allowed.has(p) && claims.permissions.includes(p));
  const { isEmailVerified } = state;
  const actor: Actor = { kind: "token", tokenId: claims.jti, userId: claims.sub, isEmailVerified };
  return enterTenant(createContext(actor, requestId), {
    tenant: state.tenant,
    role: state.role,
    permissions: new Set(permissions),
  });
}

/** Evicts a token from the cache of this process, in which its revocation then takes effect at once. */
export function evictCredential(tokenId: string): void {
  states().delete(tokenId);
}

interface CredentialState {
  user: { id: string; email: string; name: string };
  isEmailVerified: boolean;
  tenant: Tenant;
  role: TenantRole;
  permissions: Permission[];
  expiresAt: number;
}

/** State of a token, at most two seconds old; null for an invalid one. */
export async function findCredential(tokenId: string): Promise<CredentialState | null> {
  const cached = states().get(tokenId);
  if (cached) return cached.state;
  const state = await loadCredentialState(tokenId);
  states().set(tokenId, { state });
  return state;
}

const states = () =>
  processSingleton(
    "credential-states",
    () => new LRUCache<string, { state: CredentialState | null }>({ max: 10_000, ttl: CREDENTIAL_TTL_MS }),
  );

/** Valid token with its user, tenant and role in one round trip; its last use is recorded once a minute. */
async function loadCredentialState(tokenId: string): Promise<CredentialState | null> {
  const [row] = await database().systemDb.sql<CredentialRow[]>`
    with token as (
      select t.* from api_tokens t
      where t.id = ${tokenId} and t.revoked_at is null and t.expires_at > now()
    ), used as (
      update api_tokens set last_used_at = now() from token
      where api_tokens.id = token.id
        and (token.last_used_at is null or token.last_used_at < now() - interval '1 minute')
    )
    select token.user_id, users.email, users.name as user_name,
      users.email_verified_at is not null as is_email_verified, to_jsonb(token.permissions) as permissions,
      extract(epoch from token.expires_at)::float8 * 1000 as expires_at,
      m.role, tenants.id as tenant_id, tenants.slug, tenants.name
    from token
    join users on users.id = token.user_id and users.disabled_at is null
    join tenants on tenants.id = token.tenant_id and tenants.suspended_at is null
    join memberships m on m.tenant_id = token.tenant_id and m.user_id = token.user_id`;
  if (!row) return null;
  return {
    user: { id: row.user_id, email: row.email, name: row.user_name },
    isEmailVerified: row.is_email_verified,
    tenant: { id: row.tenant_id, slug: row.slug, name: row.name },
    role: row.role,
    permissions: row.permissions,
    expiresAt: row.expires_at,
  };
}

interface CredentialRow {
  user_id: string;
  email: string;
  user_name: string;
  is_email_verified: boolean;
  permissions: Permission[];
  expires_at: number;
  role: TenantRole;
  tenant_id: string;
  slug: string;
  name: string;
}
