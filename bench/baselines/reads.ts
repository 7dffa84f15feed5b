import { createHash } from "node:crypto";
import { type Pools, parseStatement, runStatement } from "./database.ts";

const PAGE_SIZE = 20;

/** First page of an app's builds, with the SQL of server/domains/builds/list.ts. */
export async function listBuilds({ tenantDb }: Pools, tenantId: string, appId: string) {
  const rows = await runStatement<BuildRow>(tenantDb, LIST_BUILDS, {
    tenant_id: tenantId,
    app_id: appId,
    before: 2_147_483_647,
    statuses: "{}",
    platforms: "{}",
    limit: PAGE_SIZE + 1,
  });
  const builds = rows
    .slice(0, PAGE_SIZE)
    .map(({ unfinished, ...build }) => ({ ...build, stalled: build.stalled ?? false }));
  return { builds, nextCursor: rows.length > PAGE_SIZE ? String(builds.at(-1)?.number) : null };
}

/** Entity tag of the page. It costs as much as the page, since the baselines cache nothing. */
export async function tagBuilds(pools: Pools, tenantId: string, appId: string): Promise<string> {
  const page = JSON.stringify(await listBuilds(pools, tenantId, appId));
  return `W/"${createHash("sha1").update(page).digest("base64url")}"`;
}

/** Owner and permissions of a token, with the SQL of server/auth/tokens/token-credentials.ts. Its signature is not verified. */
export async function checkToken({ systemDb }: Pools, authorization: string) {
  const [, claims = ""] = authorization.split(".");
  const { jti } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { jti: string };
  const [row] = await runStatement<TokenRow>(systemDb, CHECK_TOKEN, { token_id: jti });
  if (!row) throw new Error("there is no such token");
  return {
    user: { id: row["user_id"], email: row["email"], name: row["user_name"] },
    tenant: { id: row["tenant_id"], slug: row["slug"], name: row["name"] },
    permissions: row["permissions"],
    expiresAt: new Date(row.expires_at).toISOString(),
  };
}

interface BuildRow extends Record<string, unknown> {
  unfinished: boolean;
  number: number;
  stalled: boolean | null;
}

interface TokenRow extends Record<string, unknown> {
  /** Milliseconds since 1970. */
  expires_at: number;
}

const LIST_BUILDS = parseStatement(`
  select app.unfinished, build.*
  from (select set_config('drydock.scope', :tenant_id, true) as scope) opened
  cross join lateral (
    select a.id, exists (select from builds b where b.app_id = a.id and b.finished_at is null) as unfinished
    from apps a where a.id = :app_id and a.tenant_id = opened.scope::uuid offset 0
  ) app
  left join lateral (
    select b.id, b.app_id as "appId", b.number, b.platform, b.version, b.status, b.artifact_path as "artifactPath",
      b.error_log_tail as "errorLog", b.error_log_truncated as "errorLogTruncated", b.size_bytes::text as "sizeBytes",
      b.worker_id as "workerId", b.retry_of as "retryOf", b.finished_at is null and b.lease_until < now() as stalled,
      b.git_ref as "gitRef", b.git_commit as "gitCommit", b.commit_message as "commitMessage",
      (select creator.name from users creator where creator.id = b.created_by) as "createdBy", b.failure,
      b.created_at as "createdAt", b.started_at as "startedAt", b.finished_at as "finishedAt", b.updated_at as "updatedAt"
    from builds b
    where b.app_id = app.id and b.number < :before
      and (cardinality(:statuses::text[]) = 0 or b.status = any(:statuses::text[]))
      and (cardinality(:platforms::text[]) = 0 or b.platform = any(:platforms::text[]))
    order by b.number desc limit :limit
  ) build on true`);

const CHECK_TOKEN = parseStatement(`
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
