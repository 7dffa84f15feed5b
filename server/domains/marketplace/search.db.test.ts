import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { createEntity, createTenant } from "@/db/factories.ts";
import { marketplaceItems } from "@/db/schema/index.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { encodeCursor } from "@/server/core/pagination.ts";
import { searchWords } from "@/server/core/sql-search.ts";
import { containsPattern } from "@/shared/text/text.ts";
import { LISTING_TYPES } from "@/shared/vocabulary.ts";
import { SearchMarketplace } from "./input.ts";
import { MARKETPLACE_SORTS, normalizeSearch, sortOf } from "./policy.ts";
import { searchMarketplace, trimRecentItems } from "./search.ts";

setUpPlatform();

/** More than are looked through before the index of grams is asked. */
const ITEMS = 1_500;
/** More than are looked through, and fewer than all. */
const RECENT_ITEMS = 898;
/** Letters of several scripts, such as have a lower case of another length or none, and what LIKE takes for wildcards. */
const LETTERS = ["a", "B", "c", "Ä", "ß", "Σ", "ς", "Ж", "İ", "中", "文", "𝒳", "é", "-", "_", "%", "\\", "'"];

const TEXTS = fc.sample(
  fc.tuple(
    fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 8 }),
    fc.string({ unit: fc.constantFrom(...LETTERS, " ", "\n"), minLength: 1, maxLength: 16 }),
  ),
  ITEMS,
);

/** Searched items, by definition: every word stands somewhere in a name, a slug, an address or a description. */
async function byDefinition(input: SearchMarketplace): Promise<string[]> {
  const { search, type } = input;
  const sort = sortOf(input);
  if (sort === "relevance") return byRelevance(input);
  const conditions = searchWords(normalizeSearch(search)).map((word) => {
    const pattern = containsPattern(word);
    return sql`(name ilike ${pattern} or slug ilike ${pattern} or item_addresses(listings) ilike ${pattern}
      or searchable_text(description) ilike ${pattern})`;
  });
  const order = {
    name: sql`lower(name) collate "C", id`,
    latest: sql`decided_at desc, id desc`,
    downloads: sql`substring(slug from 6)::integer % 7 desc, id desc`,
  }[sort];
  const types = sql.join(type.length > 0 ? type.map((one) => sql`${one}`) : [sql`type`], sql`, `);
  const rows = await database().systemDb.orm.execute<{ id: string }>(sql`
    select id from listings where ${sql.join([sql`type in (${types})`, ...conditions], sql` and `)}
    order by ${order}`);
  return rows.map(({ id }) => id);
}

interface Match extends Record<string, unknown> {
  id: string;
  name: string;
  searchable: string;
  addresses: string;
  slug: string;
}

/** The order by relevance, by definition, from the order by date. All lower-case texts are PostgreSQL's. */
async function byRelevance(input: SearchMarketplace): Promise<string[]> {
  const matches = await byDefinition({ ...input, sort: "latest" });
  const latest = await byDefinition({ ...input, search: "", sort: "latest" });
  const isNewest = new Set(latest.slice(0, 300));
  const { orm } = database().systemDb;
  const rows = await orm.execute<Match>(sql`
    select id, lower(name) as name, slug, searchable_text(name) as searchable, item_addresses(listings) as addresses
    from listings order by lower(name) collate "C", id`);
  const [lower] = await orm.execute<{ search: string }>(
    sql`select lower(${normalizeSearch(input.search)}::text) as search`,
  );
  const sought = lower?.search ?? "";
  const prefixed = rows
    .filter(({ id, name }) => matches.includes(id) && name.startsWith(sought))
    .slice(0, 100);
  const all = await byDefinition({ ...input, type: [], search: "", sort: "latest" });
  const isAmongRecent = new Set(all.slice(0, RECENT_ITEMS));
  const isFrequent = matches.filter((id) => isNewest.has(id)).length >= 10;
  const recent = isFrequent ? [] : matches.filter((id) => isAmongRecent.has(id));
  const isCommon = recent.length >= 20;
  const rankOf = (id: string): number => {
    const match = rows.find((row) => row.id === id);
    if (!match) return 4;
    const isRanked =
      isNewest.has(id) || recent.includes(id) || prefixed.includes(match) || match.slug === sought;
    if ((isFrequent || isCommon) && !isRanked) return 4;
    if (match.addresses.split("\t").includes(sought)) return 0;
    return rankByDefinition([match.searchable, match.slug], sought);
  };
  const ranks = new Map(matches.map((id) => [id, rankOf(id)]));
  return matches.sort((one, other) => (ranks.get(one) ?? 0) - (ranks.get(other) ?? 0));
}

function rankByDefinition(texts: string[], sought: string): number {
  const words = searchWords(sought);
  const starts = (text: string) => ` ${text.replaceAll(/[-_./@:\n]/g, " ")}`;
  const all = texts.join("\n");
  if (texts.includes(sought)) return 0;
  if (texts.some((text) => text.startsWith(sought))) return 1;
  if (words.every((word) => starts(all).includes(starts(word)))) return 2;
  return words.every((word) => all.includes(word)) ? 3 : 4;
}

async function readAll(input: SearchMarketplace): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await searchMarketplace(systemContext("public"), { ...input, cursor });
    found.push(...page.items.map(({ listingId }) => listingId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return found;
}

describe(`a search among ${ITEMS} items`, () => {
  beforeAll(async () => {
    const { orm } = database().systemDb;
    const { id: tenantId } = await createTenant(orm);
    const [plugin, theme] = [
      await createEntity(orm, { type: "APP_PLUGIN", tenantId }),
      await createEntity(orm, { type: "THEME", tenantId }),
    ];
    await orm.execute(sql`
      insert into listings (id, tenant_id, type, slug, version, version_key, name, description, app_plugin_id, theme_id,
        theme_look, status, decided_at)
      select gen_random_uuid(), ${tenantId}, type, 'item-' || n, '1.0.0', 'x', text ->> 0, text ->> 1,
        case type when 'APP_PLUGIN' then ${plugin.id}::uuid end, case type when 'THEME' then ${theme.id}::uuid end,
        case type when 'THEME' then '{"themeConfig":{},"previewImages":[]}'::jsonb end, 'APPROVED',
        '2026-01-01'::timestamptz + n / 3 * interval '1 minute'
      from jsonb_array_elements(${JSON.stringify(TEXTS)}::text::jsonb) with ordinality texts(text, n),
        lateral (select case when n % 5 = 0 then 'THEME' else 'APP_PLUGIN' end as type)`);
    await orm.execute(sql`update marketplace_downloads set downloads = substring(slug from 6)::integer % 7`);
    await trimRecentItems(systemContext("test"), RECENT_ITEMS);
    expect(await orm.$count(marketplaceItems, eq(marketplaceItems.isRecent, true))).toBe(RECENT_ITEMS);
  });

  const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 1, maxLength: 4 });
  const words = fc.array(
    fc.oneof(
      word,
      fc.nat(ITEMS).map((n) => `item-${n}`),
    ),
    { maxLength: 2 },
  );

  it("equals ilike, in the same order, on every page", { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        words,
        fc.subarray([...LISTING_TYPES]),
        fc.constantFrom(...MARKETPLACE_SORTS),
        fc.constantFrom(24, 60),
        async (some, type, sort, limit) => {
          const input = SearchMarketplace.parse({ search: some.join(" "), type, sort, limit });
          expect(await readAll(input)).toEqual(await byDefinition(input));
        },
      ),
      { numRuns: 60 },
    );
  });

  it.each([
    ["latest", `latest.${encodeCursor("a name", randomUUID())}`],
    ["latest", `latest.${encodeCursor("2026-01-01T00:00:00.000Z", "no id")}`],
    ["name", `name.${encodeCursor("a\0name", randomUUID())}`],
    ["name", `name.${encodeCursor("a\ud800name", randomUUID())}`],
    ["relevance", `relevance.${encodeCursor("2026-01-01T00:00:00.000Z", randomUUID())}`],
    ["relevance", `relevance.${encodeCursor(5, "2026-01-01T00:00:00.000Z", randomUUID())}`],
    ["relevance", `relevance.${encodeCursor(-1, "2026-01-01T00:00:00.000Z", randomUUID())}`],
    ["relevance", `relevance.${encodeCursor(1, "a name", randomUUID())}`],
    ["name", `name.${encodeCursor(1, randomUUID())}`],
    ["name", "name.zzz"],
    ["name", `latest.${encodeCursor("2026-01-01T00:00:00.000Z", randomUUID())}`],
    ["name", encodeCursor("a name", randomUUID())],
  ] as const)("refuses in the order %s the cursor %s", async (sort, cursor) => {
    const search = searchMarketplace(
      systemContext("public"),
      SearchMarketplace.parse({ search: "a", sort, cursor }),
    );
    await expect(search).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
  });

  it.each(["relevance", "latest"] as const)(
    "finds words of medium frequency, those of the recent items first, in the order %s",
    async (sort) => {
      for (const [search, type] of [
        ["item-9", []],
        ["ITEM-8 tem-8", ["APP_PLUGIN"]],
        ["item-3", ["THEME"]],
      ] as const) {
        const input = SearchMarketplace.parse({ search, type, sort, limit: 24 });
        const found = await readAll(input);
        expect(found.length).toBeGreaterThan(20);
        expect(found).toEqual(await byDefinition(input));
      }
    },
  );

  it("ranks the slug of an old item first, and pages through all others once", async () => {
    const found = await readAll(SearchMarketplace.parse({ search: "item-1", limit: 7 }));
    const [{ id = "" } = {}] = await database().systemDb.orm.execute<{ id: string }>(
      sql`select id from listings where slug = 'item-1'`,
    );
    expect(found[0]).toBe(id);
    expect(found).toHaveLength(612);
    expect(new Set(found).size).toBe(612);
  });

  it("finds the oldest of them by its slug", async () => {
    const { items } = await searchMarketplace(
      systemContext("public"),
      SearchMarketplace.parse({ search: "ITEM-1 item-1\u{2003}m-1" }),
    );
    expect(items.length).toBe(24);
    expect(await readAll(SearchMarketplace.parse({ search: "item-1499" }))).toHaveLength(1);
    expect(await readAll(SearchMarketplace.parse({ search: "item-2" }))).toHaveLength(111);
  });
});
