import { desc, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listings } from "@/db/schema/index.ts";
import type { ListingType } from "@/shared/vocabulary.ts";

interface Item {
  type: ListingType;
  slug: string;
}

/** Names of the items of events, in their highest versions. */
export async function findItemNames(
  tx: Transaction,
  events: readonly { data: Item }[],
): Promise<(item: Item) => string> {
  const items = events.map(({ data: { type, slug } }) => ({ type, slug }));
  const { type, slug, name } = listings;
  const rows = await tx
    .selectDistinctOn([type, slug], { type, slug, name })
    .from(listings)
    .where(
      sql`(${type}, ${slug}) in (
        select type, slug from json_to_recordset(${JSON.stringify(items)}::text::json) as item (type text, slug text)
      )`,
    )
    .orderBy(type, slug, desc(listings.versionKey));
  const names = new Map(rows.map((row) => [keyOf(row), row.name]));
  return (item) => names.get(keyOf(item)) ?? item.slug;
}

const keyOf = ({ type, slug }: Item): string => `${type} ${slug}`;
