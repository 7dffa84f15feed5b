import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { countFetched, rowsReadOf, sequentialScansOf } from "@/e2e/support/table-reads.ts";
import { type Context, database, type TenantContext } from "@/server/core/context.ts";
import { ListUsers } from "@/server/domains/accounts/users/input.ts";
import { listUsers } from "@/server/domains/accounts/users/list-users.ts";
import { ListListings } from "@/server/domains/listings/input.ts";
import { queueChecks } from "@/server/domains/listings/queue-checks.ts";
import { countListings, listListings } from "@/server/domains/listings/service.ts";
import { SearchMarketplace } from "@/server/domains/marketplace/input.ts";
import { MARKETPLACE_SORTS } from "@/server/domains/marketplace/policy.ts";
import { searchMarketplace } from "@/server/domains/marketplace/search.ts";
import { BrowseItems, BrowseListings } from "@/server/domains/moderation/catalog/input.ts";
import { browseItems, browseListings } from "@/server/domains/moderation/catalog/service.ts";
import { ListQueue } from "@/server/domains/moderation/input.ts";
import { getReview } from "@/server/domains/moderation/review.ts";
import { listQueue } from "@/server/domains/moderation/review-queue.ts";
import { getAttention } from "@/server/domains/overview/service.ts";
import { createEntity, createTenant } from "./factories.ts";

setUpPlatform();

const ITEMS = 10_000;
const FILLED_AT_ONCE = 500;

describe(`with ${ITEMS} items and as many listings, half of them waiting`, () => {
  let publisher: string;

  beforeAll(async () => {
    const { orm } = database().systemDb;
    publisher = (await createTenant(orm)).slug;
    for (let first = 1; first <= ITEMS; first += FILLED_AT_ONCE) {
      const tenant = await createTenant(orm);
      await orm.execute(sql`
        with item as (
          insert into app_plugins (id, tenant_id, slug, name, created_at)
          select gen_random_uuid(), ${tenant.id}, 'item-' || n, 'Item ' || n,
            '2026-01-01'::timestamptz + n * interval '1 minute'
          from generate_series(${first}::integer, ${first + FILLED_AT_ONCE - 1}::integer) n
          returning *, extract(minute from created_at)::integer % 2 = 0 as is_waiting
        )
        insert into listings (id, tenant_id, type, slug, version, version_key, name, description, app_plugin_id, status,
          submitted_at, decided_at)
        select gen_random_uuid(), tenant_id, 'APP_PLUGIN', slug, '1.0.0', 'x', name, 'Filled in.', id,
          case when is_waiting then 'PENDING_APPROVAL' else 'APPROVED' end, created_at,
          case when not is_waiting then created_at end
        from item`);
    }
    await orm.execute(sql`
      insert into slug_claims (type, slug, tenant_id, entity_id)
      select 'APP_PLUGIN', slug, tenant_id, id from app_plugins`);
    await orm.execute(sql`
      insert into listing_decisions (id, tenant_id, listing_id, action, wait_seconds, decided_at)
      select gen_random_uuid(), tenant_id, id, 'APPROVED', case when slug like '%7' then 60 end, decided_at
      from listings where status = 'APPROVED'`);
    await orm.execute(sql`analyze`);
  });

  const queue = (input: object) => (ctx: Context) => listQueue(ctx, ListQueue.parse(input));
  const items = (input: object) => (ctx: Context) => browseItems(ctx, BrowseItems.parse(input));
  const marketplace = (input: object) => (ctx: Context) =>
    searchMarketplace(ctx, SearchMarketplace.parse(input));
  const listings = (input: object) => (ctx: Context) => browseListings(ctx, BrowseListings.parse(input));

  it.each([
    ["the queue", () => queue({})],
    ["a type in the queue", () => queue({ type: ["APP_PLUGIN"] })],
    ["first submissions in the queue", () => queue({ kind: ["first"] })],
    ["flagged submissions in the queue", () => queue({ marks: ["flagged"] })],
    ["the overview", () => getAttention],
    ["the items", () => items({})],
    ["what is published", () => items({ state: ["PUBLISHED"] })],
    ["the items of a tenant that has none", () => items({ publisher })],
    ["the marketplace", () => marketplace({})],
    ["what all items of the marketplace have", () => marketplace({ search: "item" })],
    ["what one item of the marketplace has", () => marketplace({ search: "item-4321" })],
    ["what no item of the marketplace has", () => marketplace({ search: "qx" })],
    ["words that are everywhere, but never together", () => marketplace({ search: "item-1999 item-3001" })],
    [
      "several kinds of the marketplace",
      () => marketplace({ type: ["APP_PLUGIN", "THEME"], search: "filled" }),
    ],
    ["a kind of the marketplace", () => marketplace({ type: ["APP_PLUGIN"] })],
    ["the marketplace by name", () => marketplace({ sort: "name" })],
    ["kinds of the marketplace by name", () => marketplace({ sort: "name", type: ["APP_PLUGIN", "THEME"] })],
    [
      "what one item of the marketplace has, by name",
      () => marketplace({ sort: "name", search: "item-4321" }),
    ],
    ["the listings", () => listings({})],
    ["the listings in a state", () => listings({ status: ["APPROVED"] })],
    ["the listings of a tenant that has none", () => listings({ publisher })],
  ] as const)("reads %s without going through all of them", async (_, read) => {
    expect(await scansOf(await signInAdmin(), read())).toEqual([]);
  });

  it("reads the second page from where the first ended", async () => {
    const admin = await signInAdmin();
    for (const read of [queue, items, listings]) {
      const { nextCursor } = await read({})(admin);
      expect(await scansOf(admin, read({ cursor: nextCursor }))).toEqual([]);
    }
  });

  it.each(["", "item", "filled", "item-4321", "4321", "qx", "7", "ж", "item-1999 item-3001"])(
    "looks at few items of the marketplace for “%s”, and at few more on later pages",
    async (search) => {
      const admin = await signInAdmin();
      for (const sort of MARKETPLACE_SORTS) {
        const { nextCursor } = await marketplace({ search, sort })(admin);
        for (const cursor of [undefined, ...(nextCursor ? [nextCursor] : [])]) {
          const rows = await rowsReadOf(admin, "marketplace_items", marketplace({ search, sort, cursor }));
          expect(rows).toBeLessThan(ITEMS / 10);
        }
      }
    },
  );

  it("reads few users for a page of names that thousands have", async () => {
    const { orm } = database().systemDb;
    await orm.execute(sql`
      insert into users (id, email, name, name_skeleton, created_at)
      select gen_random_uuid(), 'u' || n || '@drydock.test', 'User', case when n % 100 = 0 then 'rare' || n else 'user' end,
        '2026-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, ${ITEMS}::integer) n`);
    await orm.execute(sql`vacuum (analyze) users`);
    const admin = await signInAdmin();
    const FEW = 300;
    const users = (ctx: Context) => listUsers(ctx, ListUsers.parse({ limit: 50 }));
    expect(await rowsReadOf(admin, "users", users)).toBeLessThan(FEW);
  });

  it("reads no listings of a tenant in states outside the filter", async () => {
    const publisher = await signInMember();
    const { tenant } = publisher;
    const { orm } = database().systemDb;
    const { id } = await createEntity(orm, { tenantId: tenant.id, type: "APP_PLUGIN" });
    await orm.execute(sql`
      insert into listings (id, tenant_id, type, slug, version, version_key, name, description, app_plugin_id, status,
        submitted_at, decided_at)
      select gen_random_uuid(), ${tenant.id}, 'APP_PLUGIN', 'own-' || n, '1.0.0', 'x', 'Own', 'Filled in.', ${id}::uuid,
        'APPROVED', now(), now()
      from generate_series(1, ${ITEMS}::integer) n`);
    await orm.execute(sql`vacuum (analyze) listings`);
    const admin = await signInAdmin();
    const FEW = 20;
    expect(await listingsReadBy(publisher, countListings)).toBeLessThan(FEW);
    for (const status of [["REJECTED", "PENDING_APPROVAL"], ["REJECTED"], ["APPROVED", "REJECTED"], []]) {
      const own = (ctx: TenantContext) => listListings(ctx, ListListings.parse({ status, limit: 4 }));
      expect(await listingsReadBy(publisher, own)).toBeLessThan(FEW);
      const all = listings({ publisher: tenant.slug, status, limit: 4 });
      expect(await rowsReadOf(admin, "listings", all)).toBeLessThan(FEW);
    }
  });

  it("stores a new version without going through all of them", async () => {
    const store = async ({ open }: Context) => {
      const stored = await open?.tx.execute(sql`
        select stored.* from (
          select *, gen_random_uuid() as listing_id from app_plugins where slug in ('item-1', 'item-2', 'item-4321')
        ) p
        cross join lateral submit_listing('*',
          jsonb_build_object('id', listing_id, 'tenant_id', tenant_id, 'type', 'APP_PLUGIN', 'slug', slug, 'version', '1.1.0',
            'version_key', 'y', 'name', name, 'description', 'Another version.', 'app_plugin_id', p.id,
            'flags', '[]'::jsonb, 'status', 'PENDING_APPROVAL', 'submitted_at', now()),
          jsonb_build_object('id', gen_random_uuid(), 'tenant_id', tenant_id, 'actor_kind', 'system', 'action', 'test',
            'subject_type', 'listing', 'subject_id', listing_id, 'at', now()),
          jsonb_build_object('id', gen_random_uuid(), 'tenant_id', tenant_id, 'type', 'listing.submitted', 'version', 1,
            'subject_id', listing_id, 'data', '{}'::jsonb, 'occurred_at', now())) stored`);
      expect(stored).toHaveLength(3);
    };
    expect(await scansOf(await signInAdmin(), store)).toEqual([]);
  });

  it("queues checks without going through all that wait for each batch of them", async () => {
    const WAITING = 1_000;
    await database().systemDb.orm.execute(sql`
      update listing_checks set enqueued_at = now()
      where listing_id in (select id from listings order by submitted_at offset ${WAITING})`);
    const rows = await rowsReadOf(await signInAdmin(), "listings", queueChecks);
    expect(rows).toBeGreaterThanOrEqual(WAITING);
    expect(rows).toBeLessThan(2 * WAITING);
  });

  it("opens a review without going through all of them", async () => {
    const admin = await signInAdmin();
    const [waiting] = (await queue({ limit: 1 })(admin)).listings;
    const open = (ctx: Context) => getReview(ctx, waiting?.id ?? "");
    expect(await scansOf(admin, open)).toEqual([]);
  });
});

const LARGE_TABLES = [
  "listings",
  "listing_checks",
  "listing_decisions",
  "app_plugins",
  "slug_claims",
  "marketplace_items",
];
const scansOf = (admin: Context, read: (ctx: Context) => Promise<unknown>) =>
  sequentialScansOf(admin, LARGE_TABLES, read);

/** Rows of listings that `read` fetches. It joins the transaction that it gets as its pool. */
async function listingsReadBy(ctx: TenantContext, read: (ctx: TenantContext) => Promise<unknown>) {
  return ctx.db.tenantDb.orm.transaction((tx) => {
    const tenantDb = { ...ctx.db.tenantDb, orm: tx as unknown as typeof ctx.db.tenantDb.orm };
    return countFetched(tx, "listings", () => read({ ...ctx, db: { ...ctx.db, tenantDb: tenantDb } }));
  });
}
