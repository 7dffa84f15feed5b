import { searchWord } from "../data/world.ts";
import type { Pools } from "./pools.ts";
import { replay } from "./replay.ts";

const LIMIT = 24;

/** Answers a search of the marketplace as the dashboard's batching link reads it. */
export async function searchMarketplace(pools: Pools, input: string): Promise<object> {
  const { search } = (JSON.parse(input) as { 0: { json: { search: string } } })[0].json;
  const answers = await replay(pools, "search", { [searchWord(0)]: search });
  const rows = answers.at(-1) ?? [];
  const items = rows.slice(0, LIMIT).map(viewOfRow);
  const nextCursor = rows.length > LIMIT ? String(items.at(-1)?.listingId) : null;
  return [{ result: { data: { json: { items, nextCursor } } } }];
}

const viewOfRow = (row: unknown[]) => ({
  listingId: row[0],
  type: row[1],
  slug: row[2],
  name: row[3],
  version: row[4],
  description: row[5],
  publisher: row[6],
  approvedAt: row[7],
  look: row[8],
});
