import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createEntity, createListing, createTenant } from "@/db/factories.ts";
import { applyFunctionFiles, FILES_AFTER_TABLES } from "@/db/migrate.ts";
import { setUpPlatform, signInAdmin } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { BrowseItems, BrowseListings } from "@/server/domains/moderation/catalog/input.ts";
import { browseItems, browseListings } from "@/server/domains/moderation/catalog/service.ts";
import { Search } from "@/server/domains/search/input.ts";
import { searchPlatform } from "@/server/domains/search/search-platform.ts";
import { SearchMarketplace } from "./input.ts";
import { searchMarketplace } from "./search.ts";

setUpPlatform();

const orm = () => database().systemDb.orm;
const ITEMS = [
  { slug: "todo-plus", name: "Todo+" },
  { slug: "typescript-lint", name: "TypeScript Lint" },
  { slug: "cpp-tools", name: "C++ tools" },
  { slug: "bens-maps", name: "Ben’s Maps", description: "Renders “tiles” with read_file" },
];

async function slugsFor(search: string): Promise<string[]> {
  const { items } = await searchMarketplace(systemContext("public"), SearchMarketplace.parse({ search }));
  return items.map(({ slug }) => slug);
}

describe("an item is found as people type it", () => {
  beforeAll(async () => {
    const { id: tenantId } = await createTenant(orm(), { slug: "acme-co" });
    for (const { slug, name, description = "An item." } of ITEMS) {
      const entity = await createEntity(orm(), { type: "APP_PLUGIN", tenantId, slug, name });
      const item = { tenantId, type: "APP_PLUGIN", slug, name, description, entityId: entity.id } as const;
      await createListing(orm(), { ...item, version: "1.0.0", status: "APPROVED", decidedAt: new Date() });
    }
    // Mentions the address of another item.
    const entity = await createEntity(orm(), { type: "APP_PLUGIN", tenantId, slug: "sync", name: "Sync" });
    await createListing(orm(), {
      ...{ tenantId, type: "APP_PLUGIN", slug: "sync", name: "Sync", entityId: entity.id, version: "2.0.0" },
      ...{ description: "Goes with app-plugin/todo-plus.", status: "APPROVED", decidedAt: new Date() },
    });
  });

  it.each([
    ["acme-co.todo-plus", ["todo-plus"]],
    ["acme-co/todo-plus", ["todo-plus"]],
    ["app-plugin/todo-plus", ["todo-plus", "sync"]],
    ["APP-PLUGIN/Todo-Plus", ["todo-plus", "sync"]],
    ["todoplus", ["todo-plus"]],
    ["todo_plus", ["todo-plus", "sync"]],
    ["todo–plus", ["todo-plus", "sync"]],
    ["Todo+", ["todo-plus"]],
    ["TypeScriptLint", ["typescript-lint"]],
    ["type script lint", ["typescript-lint"]],
    ["c++", ["cpp-tools"]],
    ["c++tools", ["cpp-tools"]],
    ["Ben's", ["bens-maps"]],
    ["Ben’s maps", ["bens-maps"]],
    ["bensmaps", ["bens-maps"]],
    ['"tiles"', ["bens-maps"]],
    ["read_file", ["bens-maps"]],
    ["read-file", ["bens-maps"]],
    ["theme/todo-plus", []],
  ])("%s", async (search, slugs) => {
    expect(await slugsFor(search)).toEqual(slugs);
  });

  it("by Super Admins, too", async () => {
    const admin = await signInAdmin();
    for (const search of ["app-plugin/todo-plus", "acme-co/todo-plus", "todo-plus@1.0.0"]) {
      const items = await browseItems(admin, BrowseItems.parse({ search }));
      expect(items.items.map(({ slug }) => slug)).toEqual(["todo-plus"]);
      const listings = await browseListings(admin, BrowseListings.parse({ search }));
      expect(listings.listings.map(({ slug }) => slug)).toEqual(["todo-plus"]);
    }
    const { listings } = await searchPlatform(admin, Search.parse({ search: "app-plugin/todo-plus" }));
    expect(listings.map(({ slug }) => slug)).toEqual(["todo-plus"]);
  });

  it("after an upgrade, although it was approved before", async () => {
    const before = await orm().execute(sql`select * from marketplace_items order by slug`);
    await orm().execute(sql`update marketplace_items set search_text = 'an earlier form'`);
    await orm().execute(sql`delete from drizzle.function_files where name = 'marketplace.sql'`);
    await applyFunctionFiles(database().systemDb.sql, FILES_AFTER_TABLES);
    expect(await orm().execute(sql`select * from marketplace_items order by slug`)).toEqual(before);
  });
});
