import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createEntity, createListing, createTenant } from "@/db/factories.ts";
import {
  archiveObjects,
  archives,
  listingDownloadDays,
  listingDownloadNetworks,
  listingDownloads,
  listings,
  tenants,
} from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { countDownload, purgeDownloadNetworks } from "../count-downloads.ts";
import { renderFeed } from "./feed.ts";
import { getRegistryChangelog, getRegistryItem } from "./get-item.ts";
import { ListItemsQuery } from "./input.ts";
import { listRegistryItems } from "./list-items.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const visitor = () => systemContext("public");
const list = (query: object) =>
  listRegistryItems(visitor(), ListItemsQuery.parse({ category: [], ...query }));
const slugsOf = async (query: object) => (await list(query)).items.map(({ slug }) => slug);

interface Version {
  version: string;
  status?: "APPROVED" | "PENDING_APPROVAL" | "REJECTED" | "SUSPENDED" | "WITHDRAWN";
  manifest?: object;
  changelog?: string;
  description?: string;
  decidedAt?: Date;
}

/** Item of a tenant with versions, each with an archive of its own. */
async function publish(tenantId: string, versions: Version[]) {
  const entity = await createEntity(orm(), { type: "APP_PLUGIN", tenantId });
  const ids: string[] = [];
  for (const { manifest = {}, status = "APPROVED", ...version } of versions) {
    const archiveSha256 = randomUUID().replaceAll("-", "").repeat(2);
    await orm().insert(archiveObjects).values({ sha256: archiveSha256, touchedAt: new Date() });
    const facts = { sizeBytes: 7n, unpackedBytes: 9n, fileCount: 1, manifest };
    await orm()
      .insert(archives)
      .values({ tenantId, sha256: archiveSha256, ...facts });
    const item = { tenantId, type: "APP_PLUGIN", slug: entity.slug, entityId: entity.id } as const;
    ids.push((await createListing(orm(), { ...item, archiveSha256, status, ...version })).id);
  }
  return { slug: entity.slug, key: { type: "app-plugin", slug: entity.slug } as const, ids };
}

describe("listRegistryItems", () => {
  let publisher: { id: string; slug: string };
  let slugs: string[];

  beforeAll(async () => {
    publisher = await createTenant(orm(), { name: "Harbor" });
    slugs = [];
    for (const [index, categories] of [["maps"], ["maps", "data"], [], ["forms"]].entries()) {
      const decidedAt = new Date(Date.UTC(2026, 0, 1 + index));
      const { slug } = await publish(publisher.id, [
        {
          version: "1.0.0",
          manifest: { categories },
          decidedAt,
          description: "Listed here.\nOn a line.\n\nMore.",
        },
      ]);
      slugs.unshift(slug);
    }
    await publish((await createTenant(orm())).id, [{ version: "1.0.0", manifest: { categories: ["maps"] } }]);
  });

  it("filters by publisher, type and any of several categories, in the order of approval", async () => {
    const of = { publisher: publisher.slug };
    expect(await slugsOf(of)).toEqual(slugs);
    expect(await slugsOf({ ...of, category: ["forms", "data"] })).toEqual([slugs[0], slugs[2]]);
    expect(await slugsOf({ ...of, category: ["maps"], q: "listed", sort: "latest" })).toEqual(slugs.slice(2));
    expect((await slugsOf({ ...of, q: "listed" })).sort()).toEqual([...slugs].sort());
    expect(await slugsOf({ ...of, type: "theme" })).toEqual([]);
    expect(await slugsOf({ publisher: "nobody-here" })).toEqual([]);
    expect(await slugsOf({ category: ["maps"] })).toHaveLength(3);
  });

  it.each(["latest", "name", "downloads", "relevance"])("pages by keyset in the order %s", async (sort) => {
    for (const q of ["", "listed"]) {
      const query = { publisher: publisher.slug, sort, q };
      const all = await slugsOf(query);
      const found: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await list({ ...query, limit: "1", ...(cursor && { cursor }) });
        found.push(...page.items.map(({ slug }) => slug));
        cursor = page.nextCursor;
      } while (cursor);
      expect(found).toEqual(all);
      expect([...found].sort()).toEqual([...slugs].sort());
    }
  });

  it("shows an item as of its current version, with dates and publisher", async () => {
    const { slug } = await publish(publisher.id, [
      { version: "1.0.0", decidedAt: new Date("2025-03-01T00:00:00.000Z") },
      {
        version: "1.1.0",
        decidedAt: new Date("2025-04-01T00:00:00.000Z"),
        manifest: { license: "MIT", keywords: ["tiles"], homepage: "https://drydock.example/" },
      },
      { version: "2.0.0-rc.1", decidedAt: new Date("2025-05-01T00:00:00.000Z") },
    ]);
    const { items } = await list({ q: slug });
    expect(items).toMatchObject([
      {
        type: "app-plugin",
        slug,
        version: "1.1.0",
        publisher: { slug: publisher.slug, name: "Harbor", verified: false },
        license: "MIT",
        keywords: ["tiles"],
        homepage: "https://drydock.example/",
        repository: null,
        iconUrl: null,
        screenshots: [],
        downloads: 0,
        installations: 0,
        createdAt: "2025-03-01T00:00:00.000Z",
        updatedAt: "2025-04-01T00:00:00.000Z",
      },
    ]);
  });

  it("summarizes with the first paragraph", async () => {
    const [item] = (await list({ publisher: publisher.slug, limit: "1", sort: "latest" })).items;
    expect(item?.description).toBe("Listed here.\nOn a line.\n\nMore.");
    expect(item?.summary).toBe("Listed here. On a line.");
  });
});

describe("getRegistryItem", () => {
  it("lists approved versions alone, highest precedence first, with what an installer needs", async () => {
    const { id: tenantId } = await createTenant(orm());
    const { key, slug } = await publish(tenantId, [
      { version: "1.9.0", manifest: { permissions: ["network"], minPlatformVersion: "1.0.0" } },
      { version: "1.10.0" },
      { version: "2.0.0", status: "PENDING_APPROVAL" },
      { version: "2.0.1", status: "REJECTED" },
      { version: "2.0.2", status: "SUSPENDED" },
    ]);
    const item = await getRegistryItem(visitor(), key);
    expect(item).toMatchObject({ version: "1.10.0", readme: null });
    expect(item.versions.map(({ version }) => version)).toEqual(["1.10.0", "1.9.0"]);
    expect(item.versions[1]).toMatchObject({
      permissions: ["network"],
      minPlatformVersion: "1.0.0",
      sizeBytes: "7",
      archiveSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      downloadUrl: expect.stringContaining(`/api/marketplace/downloads/app-plugin/${slug}/1.9.0`),
    });
  });

  it("is not found without an approved version, of another type or of a suspended publisher", async () => {
    const tenant = await createTenant(orm());
    const { key } = await publish(tenant.id, [{ version: "1.0.0" }]);
    const pending = await publish(tenant.id, [{ version: "1.0.0", status: "PENDING_APPROVAL" }]);
    await expect(getRegistryItem(visitor(), pending.key)).rejects.toMatchObject({ code: "NOT_FOUND" });
    const ofOtherType = getRegistryItem(visitor(), { ...key, type: "theme" });
    await expect(ofOtherType).rejects.toMatchObject({ code: "NOT_FOUND" });
    await orm().update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.id, tenant.id));
    await expect(getRegistryItem(visitor(), key)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await slugsOf({ publisher: tenant.slug })).toEqual([]);
    expect(await renderFeed(visitor())).not.toContain(key.slug);
  });
});

describe("getRegistryChangelog", () => {
  it("tells what lies after a version, also one that is withdrawn", async () => {
    const { key } = await publish((await createTenant(orm())).id, [
      { version: "1.0.0", manifest: { permissions: ["network", "storage"] }, changelog: "First" },
      { version: "1.1.0", status: "WITHDRAWN" },
      { version: "1.2.0", manifest: { permissions: ["network"] }, changelog: "Second" },
      { version: "2.0.0", manifest: { permissions: ["camera", "network"] } },
      { version: "3.0.0-beta.1", manifest: { permissions: ["contacts"] } },
    ]);
    const read = (query: { from: string; to?: string }) => getRegistryChangelog(visitor(), key, query);
    expect(await read({ from: "1.1.0" })).toMatchObject({
      to: "2.0.0",
      entries: [
        { version: "2.0.0", changelog: null },
        { version: "1.2.0", changelog: "Second" },
      ],
      permissionsAdded: ["camera"],
      permissionsRemoved: ["storage"],
    });
    expect((await read({ from: "1.0.0", to: "1.2.0" })).entries.map(({ version }) => version)).toEqual([
      "1.2.0",
    ]);
    expect(await read({ from: "2.0.0" })).toMatchObject({ entries: [], permissionsAdded: [] });
    expect((await read({ from: "2.0.0", to: "3.0.0" })).permissionsAdded).toEqual(["contacts"]);
  });
});

describe("countDownload", () => {
  it("counts downloads at the same time in total, by day and for the item", async () => {
    const { key, ids } = await publish((await createTenant(orm())).id, [
      { version: "1.0.0" },
      { version: "1.1.0" },
    ]);
    const on = (day: number) => ({ ...visitor(), now: () => new Date(Date.UTC(2026, 0, day, 23, 59)) });
    const [first = "", second = ""] = ids;
    const counted = [first, first, second].map((id) => countDownload(on(1), id));
    await Promise.all([...counted, countDownload(on(2), first)]);
    const item = await getRegistryItem(visitor(), key);
    expect(item.downloads).toBe(4);
    expect(item.versions.map(({ downloads }) => downloads)).toEqual([1, 3]);
    expect((await list({ q: key.slug })).items[0]?.downloads).toBe(4);
    const days = await orm()
      .select()
      .from(listingDownloadDays)
      .where(eq(listingDownloadDays.listingId, first));
    expect(days.map(({ day, count }) => [day, count])).toEqual([
      ["2026-01-01", 2],
      ["2026-01-02", 1],
    ]);
    expect((await slugsOf({ sort: "downloads" }))[0]).toBe(key.slug);
  });

  it("keeps the count of an item whose version is suspended and restored", async () => {
    const { key, ids } = await publish((await createTenant(orm())).id, [{ version: "1.0.0" }]);
    const [id = ""] = ids;
    await countDownload(visitor(), id);
    await orm().update(listings).set({ status: "SUSPENDED" }).where(eq(listings.id, id));
    await countDownload(visitor(), id);
    await orm().update(listings).set({ status: "APPROVED" }).where(eq(listings.id, id));
    expect((await list({ q: key.slug })).items[0]?.downloads).toBe(2);
    expect(await orm().$count(listingDownloads, eq(listingDownloads.listingId, id))).toBe(1);
  });

  it("counts a network once a day for each version, also at the same time and in other processes", async () => {
    const { key, ids } = await publish((await createTenant(orm())).id, [
      { version: "1.0.0" },
      { version: "1.1.0" },
    ]);
    const [first = "", second = ""] = ids;
    const at = (day: number, hour: number) => () => new Date(Date.UTC(2026, 0, day, hour));
    const on = (day: number, hour = 12) => ({ ...visitor(), now: at(day, hour) });
    await Promise.all(
      ["192.0.2.1", "192.0.2.1", "192.0.2.2"].map((from) => countDownload(on(1), first, from)),
    );
    await countDownload(on(1, 23), first, "192.0.2.1");
    await countDownload(on(1), second, "192.0.2.1");
    await countDownload(on(2, 0), first, "192.0.2.1");
    const item = await getRegistryItem(visitor(), key);
    expect(item.versions.map(({ downloads }) => downloads)).toEqual([1, 3]);
    expect(item.downloads).toBe(4);
    const count = () =>
      orm().$count(listingDownloadNetworks, inArray(listingDownloadNetworks.listingId, ids));
    const stored = await orm()
      .select()
      .from(listingDownloadNetworks)
      .where(inArray(listingDownloadNetworks.listingId, ids));
    expect(new Set(stored.map(({ network }) => Buffer.from(network).toString("hex"))).size).toBe(4);
    await purgeDownloadNetworks(on(3, 0));
    expect(await count()).toBe(1);
    await purgeDownloadNetworks(on(4, 0));
    expect(await count()).toBe(0);
  });

  it("does not fail the download of a version that is gone", async () => {
    await countDownload(visitor(), randomUUID());
    await countDownload(visitor(), randomUUID(), "192.0.2.1");
  });
});

describe("renderFeed", () => {
  it("is an Atom feed of the newest versions, escaped", async () => {
    const { id: tenantId } = await createTenant(orm(), { name: 'Tom & "Jerry" <script>' });
    const { slug, ids } = await publish(tenantId, [
      { version: "1.0.0", changelog: "]]> & \uFFFE", decidedAt: new Date("2031-01-01T00:00:00.000Z") },
    ]);
    completeEnv({ NEXTAUTH_URL: "https://drydock.example" });
    const feed = await renderFeed(visitor());
    for (const [, href] of feed.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/drydock\./);
    expect(feed).toContain("<updated>2031-01-01T00:00:00.000Z</updated>");
    expect(feed).toContain(`<id>urn:uuid:${ids[0]}</id>`);
    expect(feed).toContain("<name>Tom &#38; &#34;Jerry&#34; &#60;script&#62;</name>");
    expect(feed).toContain('<content type="text">]]&#62; &#38; \uFFFD</content>');
    expect(feed).toContain(`/marketplace/app-plugin/${slug}"`);
    expect(feed.match(/<entry>/g)?.length).toBeLessThanOrEqual(50);
  });
});
