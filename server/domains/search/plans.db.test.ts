import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { rowsReadOf, sequentialScansOf } from "@/e2e/support/table-reads.ts";
import { database } from "@/server/core/context.ts";
import { Search } from "./input.ts";
import { searchPlatform } from "./search-platform.ts";
import { searchTenant } from "./search-tenant.ts";

setUpPlatform();

const BUILDS = 12_000;
const USERS = 8_000;
/** Bound of the rows that one search reads of a table, however large it is. */
const MAX_ROWS_READ = 4_000;

const SEARCHES = ["", "1", "#11999", "main", "1.2.17", "feature/11", "app", "e", "no such thing", "%"];

describe(`with ${BUILDS} builds of a tenant, and ${USERS} users and tenants`, () => {
  let ctx: Awaited<ReturnType<typeof signInMember>>;

  beforeAll(async () => {
    const { orm } = database().systemDb;
    ctx = await signInMember();
    const tenantId = ctx.tenant.id;
    const app = await createApp(orm, { tenantId, name: "An app", lastBuildNumber: BUILDS });
    await orm.execute(sql`
      insert into builds (id, tenant_id, app_id, number, platform, version, git_ref, status, created_at, finished_at)
      select gen_random_uuid(), ${tenantId}, ${app.id}, n, 'IOS', '1.2.' || n % 50,
        case when n % 3 = 0 then 'feature/' || n else 'main' end, 'COMPLETED', at, at
      from generate_series(1, ${BUILDS}::integer) n,
        lateral (select '2026-01-01'::timestamptz + n * interval '1 minute' as at)`);
    await orm.execute(sql`
      insert into users (id, email, name) select gen_random_uuid(), 'u' || n || '@example.com', 'User ' || n
      from generate_series(1, ${USERS}::integer) n`);
    await orm.execute(sql`
      insert into tenants (id, slug, name) select gen_random_uuid(), 'tenant-' || n, 'Tenant ' || n
      from generate_series(1, ${USERS}::integer) n`);
    await orm.execute(sql`
      insert into audit_log (id, actor_kind, action, subject_type, subject_id)
      select gen_random_uuid(), 'system', 'app.edit', 'app', n::text from generate_series(1, ${BUILDS}::integer) n`);
    await orm.execute(sql`
      insert into billing_events (id, provider, event_id, type, payload, object_ids, occurred_at)
      select gen_random_uuid(), 'STRIPE', 'evt_' || n, 'invoice.paid', '{}', array['in_' || n], now()
      from generate_series(1, ${BUILDS}::integer) n`);
    await orm.execute(sql`vacuum (analyze)`);
  });

  it.each(SEARCHES)("reads few rows of the tenant for “%s”", async (search) => {
    const find = (within: typeof ctx) => searchTenant(within, Search.parse({ search }));
    for (const table of ["builds", "build_search_terms", "apps"]) {
      expect(await rowsReadOf(ctx, table, find)).toBeLessThan(MAX_ROWS_READ);
    }
    expect(await sequentialScansOf(ctx, ["builds", "build_search_terms"], find)).toEqual([]);
  });

  it.each([...SEARCHES, "tenant-4321", "user", "u4321@example.com", "com", "app.edit", "evt_77", "in_29"])(
    "reads few rows of the platform for “%s”",
    async (search) => {
      const admin = await signInAdmin();
      const find = (within: typeof admin) => searchPlatform(within, Search.parse({ search }));
      for (const table of ["builds", "users", "tenants", "audit_log", "billing_events"]) {
        expect(await rowsReadOf(admin, table, find)).toBeLessThan(MAX_ROWS_READ);
      }
      expect(
        await sequentialScansOf(admin, ["builds", "users", "audit_log", "billing_events"], find),
      ).toEqual([]);
    },
  );

  it("finds the oldest of them", async () => {
    const old = (search: string) => searchTenant(ctx, Search.parse({ search }));
    expect((await old("feature/3")).builds[0]).toMatchObject({ number: 3 });
    expect((await old("#1")).builds[0]).toMatchObject({ number: 1 });
    const { users, tenants } = await searchPlatform(await signInAdmin(), Search.parse({ search: "u17@" }));
    expect([users.length, tenants.length]).toEqual([1, 0]);
  });
});
