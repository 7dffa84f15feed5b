import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createListing, createTenant } from "@/db/factories.ts";
import { marketplaceItems } from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { STARTER_THEME } from "@/shared/plugin/theme-config.ts";
import type { ListingStatus, ListingType } from "@/shared/vocabulary.ts";
import { SearchMarketplace } from "./input.ts";
import { listCategories, searchMarketplace } from "./search.ts";
import { getMarketplaceItem } from "./service.ts";

setUpPlatform();

const reader = () => systemContext("public");
const search = (input: Partial<SearchMarketplace>) =>
  searchMarketplace(reader(), SearchMarketplace.parse(input));

let word = 0;
/** A word that no other test's items have in their names. */
const uniqueWord = () => `harbour${++word}x`;

async function publish(values: {
  name: string;
  slug?: string;
  version?: string;
  type?: ListingType;
  status?: ListingStatus;
  tenantId?: string;
  entityId?: string;
  description?: string;
  decidedAt?: Date;
}) {
  const { orm } = database().systemDb;
  const tenantId = values.tenantId ?? (await createTenant(orm)).id;
  return createListing(orm, { type: "THEME", status: "APPROVED", ...values, tenantId });
}

describe("searchMarketplace", () => {
  it("shows each approved item once, in its newest approved version, under its publisher", async () => {
    const name = uniqueWord();
    const { orm } = database().systemDb;
    const tenant = await createTenant(orm, { name: "Acme Studio" });
    const first = await publish({ name, tenantId: tenant.id, version: "1.0.0" });
    const entityId = first.themeId ?? "";
    const later = { name, tenantId: tenant.id, slug: first.slug, entityId };
    const newest = await publish({ ...later, version: "1.10.0" });
    await publish({ ...later, version: "1.9.0" });
    await publish({ ...later, version: "2.0.0", status: "PENDING_APPROVAL" });
    const { items } = await search({ search: name });
    expect(items).toEqual([
      {
        listingId: newest.id,
        type: "THEME",
        slug: first.slug,
        name,
        version: "1.10.0",
        description: newest.description,
        summary: newest.description,
        publisher: "Acme Studio",
        publisherSlug: tenant.slug,
        isPublisherVerified: false,
        approvedAt: newest.decidedAt?.toISOString(),
        look: { themeConfig: STARTER_THEME, previewImages: [] },
        icon: null,
        cover: null,
        downloads: 0,
      },
    ]);
  });

  it.each(["PENDING_APPROVAL", "REJECTED", "WITHDRAWN", "SUSPENDED"] as const)(
    "hides what is %s",
    async (status) => {
      const name = uniqueWord();
      await publish({ name, status });
      await expect(search({ search: name })).resolves.toEqual({ items: [], nextCursor: null });
    },
  );

  it("shows a pre-release only until there is a release, also while two versions are approved", async () => {
    const name = uniqueWord();
    const beta = await publish({ name, version: "1.0.0-beta.1" });
    const { tenantId, slug, type } = beta;
    const later = { name, tenantId, slug, entityId: beta.themeId ?? "" };
    const shown = async () => (await search({ search: name })).items.map(({ version }) => version);
    expect(await shown()).toEqual(["1.0.0-beta.1"]);
    await publish({ ...later, version: "1.0.0" });
    await publish({ ...later, version: "2.0.0-beta.1" });
    await publish({ ...later, version: "0.9.1" });
    expect(await shown()).toEqual(["1.0.0"]);
    const item = await getMarketplaceItem(reader(), { type, slug });
    expect(item.version).toBe("1.0.0");
    expect(item.versions.map(({ version }) => version)).toEqual([
      "2.0.0-beta.1",
      "1.0.0",
      "1.0.0-beta.1",
      "0.9.1",
    ]);
    await publish({ ...later, version: "2.0.0" });
    expect(await shown()).toEqual(["2.0.0"]);
  });

  it("hides the items of a suspended tenant", async () => {
    const name = uniqueWord();
    const tenant = await createTenant(database().systemDb.orm, { suspendedAt: new Date() });
    const { slug } = await publish({ name, tenantId: tenant.id });
    await expect(search({ search: name })).resolves.toMatchObject({ items: [] });
    await expect(getMarketplaceItem(reader(), { type: "THEME", slug })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });

  it("matches every word anywhere, wildcards literally, and filters by type", async () => {
    const name = uniqueWord();
    await publish({ name, description: "Draws 100% of the coast_line" });
    await publish({ name, type: "APP_PLUGIN", description: "Draws nothing" });
    const countOf = async (input: Partial<SearchMarketplace>) => (await search(input)).items.length;
    expect(await countOf({ search: name })).toBe(2);
    expect(await countOf({ search: `coast  ${name.toUpperCase()}` })).toBe(1);
    expect(await countOf({ search: `${name} 100%` })).toBe(1);
    expect(await countOf({ search: `${name} coast%line` })).toBe(0);
    expect(await countOf({ search: name, type: ["APP_PLUGIN"] })).toBe(1);
  });

  it("pages newest first without loss or repetition", async () => {
    const name = uniqueWord();
    const instants = [3, 1, 2, 2, 5].map((hour) => new Date(Date.UTC(2026, 0, 1, hour)));
    for (const decidedAt of instants) await publish({ name, decidedAt });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await search({ search: name, limit: 2, ...(cursor && { cursor }) });
      seen.push(...page.items.map((item) => item.approvedAt));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(
      instants.map((at) => at.toISOString()).sort((one, other) => other.localeCompare(one)),
    );
  });

  it("ranks the name, its start, the start of a word, and what only the description has", async () => {
    const word = uniqueWord();
    const old = new Date(Date.UTC(2020, 0, 1));
    const names = [`Un${word}`, `Plain ${word}`, `${word} kit`, word];
    for (const [index, name] of names.entries()) {
      await publish({ name, decidedAt: new Date(old.getTime() - index) });
    }
    await publish({ name: "Other", description: `Not ${word}` });
    const namesBy = async (sort?: "latest") =>
      (await search({ search: word.toUpperCase(), ...(sort && { sort }) })).items.map(({ name }) => name);
    expect(await namesBy()).toEqual([...names.toReversed(), "Other"]);
    expect(await namesBy("latest")).toEqual(["Other", ...names]);
  });

  it("refuses text that the database could not take", () => {
    expect(SearchMarketplace.safeParse({ search: "a\0b" }).success).toBe(false);
  });
});

it("lists the categories that items are in, in the platform's order", async () => {
  const { orm } = database().systemDb;
  expect(await listCategories(reader())).toEqual([]);
  const [one, two] = [await publish({ name: uniqueWord() }), await publish({ name: uniqueWord() })];
  for (const [{ slug }, categories] of [
    [one, ["maps", "ai"]],
    [two, ["maps"]],
  ] as const) {
    await orm
      .update(marketplaceItems)
      .set({ categories: [...categories] })
      .where(eq(marketplaceItems.slug, slug));
  }
  expect(await listCategories(reader())).toEqual(["ai", "maps"]);
});

describe("getMarketplaceItem", () => {
  it("returns approved versions with their changelogs, highest first", async () => {
    const first = await publish({ name: uniqueWord(), version: "1.0.0" });
    const { tenantId, slug, name } = first;
    const entityId = first.themeId ?? "";
    await publish({ name, tenantId, slug, entityId, version: "1.1.0", status: "REJECTED" });
    await publish({ name, tenantId, slug, entityId, version: "1.2.0" });
    const item = await getMarketplaceItem(reader(), { type: "THEME", slug });
    expect(item.versions.map(({ version, changelog }) => [version, changelog])).toEqual([
      ["1.2.0", null],
      ["1.0.0", null],
    ]);
    expect(item).toMatchObject({ slug, version: "1.2.0" });
  });

  it("is not found under another type", async () => {
    const { slug } = await publish({ name: uniqueWord() });
    await expect(getMarketplaceItem(reader(), { type: "APP_PLUGIN", slug })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});
