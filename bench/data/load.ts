import type postgres from "postgres";
import { precedenceKey } from "../../db/version-key.ts";
import { rowIdSql } from "./ids.ts";
import { APPS, BUSY_APPS, PLUGINS, TENANTS } from "./world.ts";

/** Fills an empty, migrated database; `builds` is the number of builds that have ended. */
export async function loadWorld(sql: postgres.Sql, builds: number): Promise<void> {
  for (const statement of [...people, ...apps, ...plugins, endedBuilds(builds)]) await sql.unsafe(statement);
  await sql.unsafe("vacuum (analyze) apps, builds, app_plugins, slug_claims, listings, listing_decisions");
}

const tenantOf = (number: string) => rowIdSql("tenant", `${number} % ${TENANTS}`);

const people = [
  `insert into tenants (id, slug, name)
    select ${rowIdSql("tenant", "n")}, 'bench-' || n, 'Bench ' || n from generate_series(0, ${TENANTS - 1}) n`,
  `insert into users (id, email, name)
    select ${rowIdSql("user", "n")}, 'bench-' || n || '@drydock.test', 'Developer ' || n
    from generate_series(0, ${TENANTS - 1}) n`,
  `insert into memberships (tenant_id, user_id, role)
    select ${rowIdSql("tenant", "n")}, ${rowIdSql("user", "n")}, 'DEVELOPER'
    from generate_series(0, ${TENANTS - 1}) n`,
];

const apps = [["app", APPS] as const, ["busyApp", BUSY_APPS] as const].map(
  ([kind, count]) => `insert into apps (id, tenant_id, slug, name, platforms)
    select ${rowIdSql(kind, "n")}, ${tenantOf("n")}, '${kind.toLowerCase()}-' || n, 'App ' || n, '{ANDROID,IOS}'
    from generate_series(0, ${count - 1}) n`,
);

const plugins = [
  `insert into app_plugins (id, tenant_id, slug, name)
    select ${rowIdSql("plugin", "n")}, ${tenantOf("n")}, 'bench-plugin-' || n, 'Plugin ' || n
    from generate_series(0, ${PLUGINS - 1}) n`,
  `insert into slug_claims (type, slug, tenant_id, entity_id)
    select 'APP_PLUGIN', slug, tenant_id, id from app_plugins`,
  `insert into listings
      (id, tenant_id, type, slug, version, version_key, name, description, app_plugin_id, status, submitted_at, decided_at)
    select uuidv7(), tenant_id, 'APP_PLUGIN', slug, '0.1.0', '${precedenceKey("0.1.0")}', name, 'The first version.',
      id, 'APPROVED', now() - interval '2 days', now() - interval '1 day' * random()
    from app_plugins`,
  // They were checked before they were approved.
  "update listing_checks set enqueued_at = now()",
  `insert into listing_decisions (id, tenant_id, listing_id, action, wait_seconds, decided_at)
    select uuidv7(), tenant_id, id, 'APPROVED', 600 + random() * 86400, decided_at from listings`,
];

/** The builds of an app lie scattered over the table, as they do when many apps are built at a time. */
const endedBuilds = (count: number) => `
  insert into builds (id, tenant_id, app_id, number, platform, version, status, artifact_path, error_log, size_bytes,
    worker_id, created_at, started_at, finished_at, updated_at)
  select ${rowIdSql("build", "n")}, ${tenantOf("n")}, ${rowIdSql("app", `n % ${APPS}`)}, n / ${APPS} + 1,
    case n / ${APPS} % 2 when 0 then 'ANDROID' else 'IOS' end, '1.' || n / ${APPS} || '.0',
    case when failed then 'FAILED' else 'COMPLETED' end,
    case when not failed then 'artifacts/' || n || '/app-release.aab' end,
    case when failed then repeat('Execution failed for task :app:compileReleaseKotlin' || chr(10), 30) end,
    case when not failed then 20000000 + n end, 'worker-' || n % 8,
    at, at + interval '20 seconds', at + interval '4 minutes', at + interval '4 minutes'
  from generate_series(0, ${count - 1}) n,
    lateral (select now() - interval '10 seconds' * (${count} - n) as at, n % 11 = 0 as failed)`;
