import { verify } from "@node-rs/argon2";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/e2e/support/database.ts";
import { isEmpty, seedDemo } from "./index.ts";

/** Tables that the pages of the demo need. The others fill in use. */
const FILLED_TABLES = [
  ...[
    "tenants",
    "users",
    "memberships",
    "api_tokens",
    "apps",
    "app_variables",
    "builds",
    "build_reports",
    "build_variables",
    "build_workers",
  ],
  ...["app_plugins", "system_plugins", "themes", "slug_claims", "listings", "listing_decisions"],
  ...["archive_objects", "archives", "listing_downloads", "listing_download_days"],
  ...["installations", "build_inputs"],
  ...["subscriptions", "payments", "billing_events"],
  ...["notification_channels", "domain_events", "deliveries", "delivery_attempts", "audit_log"],
];

const fixedId = (suffix: string) => `01900000-0000-7000-8000-00000000${suffix}`;

const NOW = new Date("2026-03-04T15:20:41.318Z");
const DEMO = { now: NOW, withPassword: true };

let database: TestDatabase;
let twin: TestDatabase;
let sql: postgres.Sql;

beforeAll(async () => {
  [database, twin] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  sql = connect(database.url);
  await seedDemo(database.url, DEMO);
});

afterAll(async () => {
  await sql.end();
  await Promise.all([database.drop(), twin.drop()]);
});

describe("seedDemo", () => {
  test("is the same every time for the same moment", async () => {
    expect(await isEmpty(twin.url)).toBe(true);
    await seedDemo(twin.url, DEMO);
    expect(await isEmpty(twin.url)).toBe(false);
    const others = connect(twin.url);
    const [one, other] = await Promise.all([dump(sql), dump(others)]).finally(() => others.end());
    expect(other).toEqual(one);
    const filled = Object.keys(one).filter((table) => one[table]?.length !== 0);
    expect(filled).toEqual(expect.arrayContaining(FILLED_TABLES));
  });

  test("refuses a database that has tenants, and leaves it as it was", async () => {
    const before = await dump(sql);
    await expect(seedDemo(database.url, DEMO)).rejects.toThrow("The database is not empty");
    expect(await dump(sql)).toEqual(before);
  });

  test("makes as much as the documentation promises", async () => {
    const [counts] = await sql`select
      (select count(*)::int from tenants) as tenants, (select count(*)::int from users) as users,
      (select count(*)::int from apps) as apps, (select count(*)::int from builds) as builds,
      (select count(*)::int from listings) as listings`;
    expect(counts).toEqual({ tenants: 3, users: 8, apps: 12, builds: 600, listings: 30 });
  });

  test("lies in the past, the builds in the last 90 days", async () => {
    const [times] = await sql`select
      (select min(created_at) > ${NOW}::timestamptz - interval '90 days' from builds) as starts_in_time,
      (select min(created_at) < ${NOW}::timestamptz - interval '85 days' from builds) as starts_early,
      (select max(greatest(created_at, updated_at)) <= ${NOW} from builds) as builds_end,
      (select max(received_at) <= ${NOW} from build_reports) as reports_end,
      (select max(greatest(submitted_at, decided_at)) <= ${NOW} from listings) as listings_end,
      (select max(attempted_at) <= ${NOW} from delivery_attempts) as attempts_end,
      (select max(at) <= ${NOW} from audit_log) as audit_ends`;
    expect(Object.entries(times ?? {}).filter(([, holds]) => holds !== true)).toEqual([]);
  });
});

describe("the ids that everybody may rely on", () => {
  test.each([
    ["tenants", "a001", { slug: "acme", name: "Acme Studio" }],
    ["tenants", "a002", { slug: "globex" }],
    ["apps", "b001", { name: "Field Notes", tenant_id: fixedId("a001"), platforms: ["ANDROID", "IOS"] }],
    ["apps", "b002", { tenant_id: fixedId("a002") }],
    ["app_plugins", "c001", { slug: "offline-sync", tenant_id: fixedId("a001") }],
    ["system_plugins", "c002", { slug: "audit-export", tenant_id: fixedId("a001") }],
    ["themes", "c003", { slug: "nordic-night", tenant_id: fixedId("a001") }],
    ["app_plugins", "c004", { slug: "globex-maps", tenant_id: fixedId("a002") }],
    [
      "builds",
      "d001",
      { app_id: fixedId("b001"), status: "IN_PROGRESS", platform: "ANDROID", lease_until: null },
    ],
    ["builds", "d002", { app_id: fixedId("b001"), status: "QUEUED", platform: "IOS", lease_until: null }],
  ])("%s %s", async (table, suffix, expected) => {
    expect(await sql`select * from ${sql(table)} where id = ${fixedId(suffix)}`).toMatchObject([expected]);
  });

  test("c001 to c004 are registered, but not listed", async () => {
    const entities = ["c001", "c002", "c003", "c004"].map(fixedId);
    const listed = await sql`select from listings
      where coalesce(app_plugin_id, system_plugin_id, theme_id) in ${sql(entities)}`;
    expect(listed).toHaveLength(0);
    const claims = await sql`select slug from slug_claims where entity_id is null order by slug`;
    expect(claims.map(({ slug }) => slug)).toEqual([
      "audit-export",
      "globex-maps",
      "nordic-night",
      "offline-sync",
    ]);
  });

  test("d001 and d002 are the newest builds of their app", async () => {
    const newest = await sql`select id from builds where app_id = ${fixedId("b001")}
      order by created_at desc, id desc limit 2`;
    expect(newest.map(({ id }) => id)).toEqual([fixedId("d002"), fixedId("d001")]);
  });
});

test.each([
  ["admin@drydock.test", "SUPER_ADMIN", null],
  ["owner@acme.test", null, [{ slug: "acme", role: "OWNER" }]],
  ["dev@acme.test", null, [{ slug: "acme", role: "DEVELOPER" }]],
  ["viewer@acme.test", null, [{ slug: "acme", role: "VIEWER" }]],
  ["dev@globex.test", null, [{ slug: "globex", role: "DEVELOPER" }]],
])("%s signs in with the demo's password", async (email, platformRole, roles) => {
  const [user] = await sql`select u.*, (
      select json_agg(json_build_object('slug', t.slug, 'role', m.role))
      from memberships m join tenants t on t.id = m.tenant_id where m.user_id = u.id
    ) as roles from users u where email = ${email}`;
  expect(user).toMatchObject({ platform_role: platformRole, roles });
  expect(await verify(user?.password_hash, "drydock-demo")).toBe(true);
});

function connect(url: string): postgres.Sql {
  return postgres(url, { max: 1, connection: { "drydock.scope": "*" } });
}

/** All rows of all tables, without columns that depend on a salt. */
async function dump(from: postgres.Sql): Promise<Record<string, unknown[]>> {
  // The row that counts a pending listing depends on the connection.
  const tables = await from`
    select tablename from pg_tables where schemaname = 'public' and tablename <> 'pending_counts' order by tablename`;
  const dumped: Record<string, unknown[]> = {};
  for (const { tablename } of tables) {
    const rows = await from`select to_jsonb(t) - 'password_hash' as row from ${from(tablename)} t`;
    dumped[tablename] = rows.map(({ row }) => row).sort(byText);
  }
  return dumped;
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;
}
