import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createListing, createTenant } from "@/db/factories.ts";
import { tenants } from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { SitemapQuery } from "./input.ts";
import { findSitemap, renderRobots, renderSitemap } from "./sitemap.ts";

setUpPlatform();

const visitor = () => systemContext("public");
const orm = () => database().systemDb.orm;
const locationsOf = (text: string) => [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url);

it("lists public items and their publishers once, in files of bounded length below an index", async () => {
  completeEnv({ NEXTAUTH_URL: "https://drydock.example" });
  const tenant = await createTenant(orm());
  const base = { tenantId: tenant.id, type: "THEME", status: "APPROVED" } as const;
  const decidedAt = new Date("2026-03-01T10:00:00.000Z");
  for (const slug of ["alpha", "beta", "gamma"]) await createListing(orm(), { ...base, slug, decidedAt });
  await createListing(orm(), { ...base, slug: "hidden", status: "PENDING_APPROVAL" });
  const items = ["alpha", "beta", "gamma"].map((slug) => `https://drydock.example/marketplace/theme/${slug}`);

  const whole = await renderSitemap(visitor(), 0);
  expect(locationsOf(whole).filter((url) => url?.includes("/theme/"))).toEqual(items);
  expect(locationsOf(whole)).toContain("https://drydock.example/marketplace");
  expect(whole).toContain("<lastmod>2026-03-01T10:00:00.000Z</lastmod>");

  const publisher = `https://drydock.example/marketplace/publishers/${tenant.slug}`;
  expect(locationsOf(whole).filter((url) => url?.includes("/publishers/"))).toEqual([publisher]);
  await createTenant(orm());

  const index = await renderSitemap(visitor(), 0, 2);
  expect(index).toContain("<sitemapindex");
  expect(locationsOf(index)).toEqual(
    [1, 2, 3].map((page) => `https://drydock.example/sitemap.xml?page=${page}`),
  );
  const files = [];
  for (const page of [1, 2, 3]) files.push(locationsOf(await renderSitemap(visitor(), page, 2)));
  expect(files[0]?.slice(-2)).toEqual(items.slice(0, 2));
  expect(files.slice(1)).toEqual([items.slice(2), [publisher]]);
  expect(await renderSitemap(visitor(), 4, 2)).toBe("");
  // Three items and one publisher fill a file of four.
  expect(locationsOf(await renderSitemap(visitor(), 0, 4)).slice(-4)).toEqual([...items, publisher]);
});

it("is cached, and not found beyond the last file", async () => {
  const first = await findSitemap(undefined);
  await orm().update(tenants).set({ suspendedAt: new Date() }).where(eq(tenants.slug, tenants.slug));
  expect(await findSitemap(undefined)).toBe(first);
  await expect(findSitemap(2)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

it("names its address to crawlers", () => {
  completeEnv({ NEXTAUTH_URL: "https://drydock.example" });
  expect(renderRobots()).toContain("Sitemap: https://drydock.example/sitemap.xml\n");
  expect(renderRobots()).toMatch(/^Disallow: \/admin$/m);
});

it.each(["0", "-1", "1.5", "1e3", "100000", ""])("refuses page %j", (page) => {
  expect(SitemapQuery.safeParse({ page }).success).toBe(false);
});
