import type postgres from "postgres";
import { precedenceKey } from "../../db/version-key.ts";
import { rowIdSql } from "../data/ids.ts";
import { DESCRIPTION } from "../data/world.ts";
import { copyBuilds } from "./copy-builds.ts";
import {
  APPS,
  appId,
  auditRowsBeside,
  BUSY,
  listingsBeside,
  MEMBER,
  newestBuild,
  QUEUED_BUILDS,
  TENANT,
} from "./world.ts";

/** Fills an empty, migrated database; `sql` is the superuser's. */
export async function loadGrowingWorld(sql: postgres.Sql, builds: number): Promise<void> {
  await loadPeople(sql, builds);
  await copyBuilds(sql, builds);
  await sql`insert into build_reports (tenant_id, build_id, status, applied)
    select tenant_id, id, 'COMPLETED', true from builds where id = ${newestBuild(builds)}`;
  for (const statement of [
    queuedBuilds,
    ...plugins(listingsBeside(builds)),
    auditRows(auditRowsBeside(builds)),
  ]) {
    await sql.unsafe(statement);
  }
}

async function loadPeople(sql: postgres.Sql, builds: number): Promise<void> {
  const { id, slug } = TENANT;
  await sql`insert into tenants (id, slug, name) values (${id}, ${slug}, 'Growing'), (${BUSY.id}, 'busy', 'Busy')`;
  await sql`insert into users (id, email, name) values (${MEMBER}, 'member@growing.test', 'Member')`;
  await sql`insert into memberships (tenant_id, user_id, role) values (${id}, ${MEMBER}, 'DEVELOPER')`;
  await sql`insert into apps (id, tenant_id, slug, name, platforms) values (${BUSY.app}, ${BUSY.id}, 'busy', 'Busy', '{ANDROID}')`;
  for (let app = 0; app < APPS; app += 1) {
    await sql`insert into apps (id, tenant_id, slug, name, platforms, last_build_number)
      values (${appId(app)}, ${id}, ${`app-${app}`}, ${`App ${app}`}, '{ANDROID,IOS}', ${builds / APPS})`;
  }
}

const queuedBuilds = `insert into builds (id, tenant_id, app_id, number, platform, version)
  select ${rowIdSql("freshBuild", "n")}, '${BUSY.id}', '${BUSY.app}', n + 1, 'ANDROID', '1.0.0'
  from generate_series(0, ${QUEUED_BUILDS - 1}) n`;

const plugins = (count: number): string[] => [
  `insert into app_plugins (id, tenant_id, slug, name)
    select ${rowIdSql("plugin", "n")}, '${TENANT.id}', 'bench-plugin-' || n, 'Plugin ' || n from generate_series(0, ${count - 1}) n`,
  `insert into slug_claims (type, slug, tenant_id, entity_id) select 'APP_PLUGIN', slug, tenant_id, id from app_plugins`,
  // All of them are shown at once.
  "alter table listings disable trigger listings_sync_marketplace_inserted",
  `insert into listings (id, tenant_id, type, slug, version, version_key, name, description, app_plugin_id, status,
      submitted_at, decided_at)
    select uuidv7(), tenant_id, 'APP_PLUGIN', slug, '0.1.0', '${precedenceKey("0.1.0")}', name, '${DESCRIPTION}', id, 'APPROVED',
      now() - interval '400 days', now() - interval '399 days' * random()
    from app_plugins`,
  "alter table listings enable trigger listings_sync_marketplace_inserted",
  // Nobody looks into them now: each product would be busy with it while it is asked.
  "update listing_checks set enqueued_at = now()",
  `select insert_marketplace_items('${TENANT.id}')`,
];

const auditRows = (
  count: number,
) => `insert into audit_log (id, tenant_id, actor_kind, action, subject_type, subject_id, at)
  select uuidv7(), '${TENANT.id}', 'system', 'build.report', 'build', ${rowIdSql("build", "n")}::text,
    now() - interval '1 second' * n
  from generate_series(0, ${count - 1}) n`;
