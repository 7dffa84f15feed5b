import { statement } from "./statement.ts";

/** What server/auth/token-credentials.ts runs. */
export const CHECK_TOKEN = statement(`
  with token as (
    select t.* from api_tokens t
    where t.id = :token_id and t.revoked_at is null and t.expires_at > now()
  ), used as (
    update api_tokens set last_used_at = now() from token
    where api_tokens.id = token.id
      and (token.last_used_at is null or token.last_used_at < now() - interval '1 minute')
  )
  select token.user_id, users.email, users.name as user_name, to_jsonb(token.permissions) as permissions,
    extract(epoch from token.expires_at)::float8 * 1000 as expires_at,
    m.role, tenants.id as tenant_id, tenants.slug, tenants.name
  from token
  join users on users.id = token.user_id and users.disabled_at is null
  join tenants on tenants.id = token.tenant_id and tenants.suspended_at is null
  join memberships m on m.tenant_id = token.tenant_id and m.user_id = token.user_id`);
