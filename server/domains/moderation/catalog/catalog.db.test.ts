import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createEntity, createListing, createTenant } from "@/db/factories.ts";
import { listingDownloads, tenants } from "@/db/schema/index.ts";
import { setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { BrowseItems, BrowseListings } from "./input.ts";
import { browseItems, browseListings } from "./service.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const items = (input: object) => BrowseItems.parse(input);
const listings = (input: object) => BrowseListings.parse(input);

/** All pages of a list, read by its cursors. */
async function readAll<T>(
  page: (cursor: object) => Promise<{ rows: T[]; nextCursor: string | null }>,
): Promise<T[]> {
  const seen: T[] = [];
  let cursor: string | null | undefined;
  do {
    const { rows, nextCursor } = await page(cursor ? { cursor } : {});
    seen.push(...rows);
    cursor = nextCursor;
  } while (cursor);
  return seen;
}

describe("browseItems", () => {
  it("pages the items of all tenants and types, newest first, with equal times", async () => {
    const admin = await signInAdmin();
    const made: string[] = [];
    for (const type of ["THEME", "APP_PLUGIN", "SYSTEM_PLUGIN", "APP_PLUGIN"] as const) {
      const { id: tenantId } = await createTenant(orm());
      made.push((await createEntity(orm(), { type, tenantId, name: "Paged 50%_" })).id);
    }
    await orm().execute("update app_plugins set created_at = '2031-01-01' where name like 'Paged%'");
    await orm().execute("update themes set created_at = '2031-01-01' where name like 'Paged%'");
    const seen = await readAll(async (cursor) => {
      const page = await browseItems(admin, items({ search: "paged 50%_", limit: 1, ...cursor }));
      return { rows: page.items.map(({ id }) => id), nextCursor: page.nextCursor };
    });
    const [theme, plugin, system, other] = made;
    expect(seen).toEqual([other, plugin, theme, system]);
  });

  it("includes the version counts of an item", async () => {
    const admin = await signInAdmin();
    const { id: tenantId, slug: publisher, name } = await createTenant(orm());
    const { id, slug } = await createEntity(orm(), { type: "THEME", tenantId });
    const find = async () => (await browseItems(admin, items({ publisher }))).items;
    expect(await find()).toMatchObject([{ id, published: null, versions: 0, lastSubmittedAt: null }]);

    const version = (text: string, status: "APPROVED" | "SUSPENDED" | "PENDING_APPROVAL") =>
      createListing(orm(), { type: "THEME", tenantId, slug, entityId: id, version: text, status });
    await version("1.9.0", "APPROVED");
    await version("1.10.0", "APPROVED");
    await version("1.11.0", "SUSPENDED");
    const last = await version("2.0.0", "PENDING_APPROVAL");
    await orm().update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, tenantId));
    expect(await find()).toMatchObject([
      {
        id,
        type: "THEME",
        slug,
        publisher: { slug: publisher, name, isSuspended: true },
        published: "1.10.0",
        versions: 4,
        pending: 1,
        suspended: 1,
        lastSubmittedAt: last.submittedAt.toISOString(),
      },
    ]);
  });

  it("filters by type, publisher, text, id and publication", async () => {
    const admin = await signInAdmin();
    const { id: tenantId, slug: publisher } = await createTenant(orm());
    const plugin = await createEntity(orm(), { type: "APP_PLUGIN", tenantId, name: "Ünique Plugin" });
    const theme = await createEntity(orm(), { type: "THEME", tenantId });
    await createListing(orm(), {
      type: "THEME",
      tenantId,
      slug: theme.slug,
      entityId: theme.id,
      status: "APPROVED",
    });
    const find = async (input: object) =>
      (await browseItems(admin, items({ publisher, ...input }))).items.map(({ id }) => id);
    expect(await find({ type: ["APP_PLUGIN"] })).toEqual([plugin.id]);
    expect(await find({ type: ["APP_PLUGIN", "THEME"] })).toHaveLength(2);
    expect(await find({ state: ["PUBLISHED"] })).toEqual([theme.id]);
    expect(await find({ state: ["UNPUBLISHED"] })).toEqual([plugin.id]);
    expect(await find({ state: ["PUBLISHED", "UNPUBLISHED"] })).toHaveLength(2);
    for (const search of ["üNIQUE", plugin.slug, plugin.id.toUpperCase()]) {
      expect(await find({ search })).toEqual([plugin.id]);
    }
    expect(await find({ publisher: "nobody-at-all" })).toEqual([]);
  });
});

describe("browseListings", () => {
  it("pages the listings of all tenants and statuses, last submitted first", async () => {
    const admin = await signInAdmin();
    const made: string[] = [];
    const submittedAt = new Date(Date.UTC(2031, 0, 1));
    for (const status of ["PENDING_APPROVAL", "APPROVED", "REJECTED", "WITHDRAWN", "SUSPENDED"] as const) {
      const { id: tenantId } = await createTenant(orm());
      const listing = { type: "APP_PLUGIN", tenantId, name: "Leafed 50%_", status, submittedAt } as const;
      made.push((await createListing(orm(), listing)).id);
    }
    const seen = await readAll(async (cursor) => {
      const page = await browseListings(admin, listings({ search: "leafed 50%_", limit: 2, ...cursor }));
      return { rows: page.listings.map(({ id }) => id), nextCursor: page.nextCursor };
    });
    expect(seen).toEqual(made.sort().reverse());
    await expect(browseListings(admin, listings({ cursor: "bm9uZQ" }))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });

  it("filters by type, status, publisher, text and id", async () => {
    const admin = await signInAdmin();
    const { id: tenantId, slug: publisher } = await createTenant(orm());
    const approved = await createListing(orm(), { type: "THEME", tenantId, status: "APPROVED" });
    const pending = await createListing(orm(), { type: "APP_PLUGIN", tenantId });
    await orm().insert(listingDownloads).values({ listingId: approved.id, count: 12 });
    const find = async (input: object) =>
      (await browseListings(admin, listings({ publisher, ...input }))).listings.map(({ id }) => id);
    expect(await find({})).toEqual([pending.id, approved.id]);
    expect(await find({ type: ["THEME"] })).toEqual([approved.id]);
    expect(await find({ status: ["PENDING_APPROVAL", "REJECTED"] })).toEqual([pending.id]);
    for (const search of [approved.slug.toUpperCase(), approved.id]) {
      expect(await find({ search })).toEqual([approved.id]);
    }
    const { listings: found } = await browseListings(admin, listings({ search: approved.id }));
    expect(found).toMatchObject([
      { status: "APPROVED", downloads: 12, publisher: { slug: publisher, isSuspended: false } },
    ]);
  });
});

describe("a user without the Super Admin role", () => {
  it("sees no catalog, not even of their own tenant", async () => {
    for (const ctx of [await signInMember("OWNER"), await signInMember(), systemContext("public")]) {
      for (const attempt of [browseItems(ctx, items({})), browseListings(ctx, listings({}))]) {
        await expect(attempt).rejects.toMatchObject({ code: "PERMISSION_DENIED" });
      }
    }
  });
});
