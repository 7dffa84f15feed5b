import { findTypeBySegment, listingTypes, toTypeSegment } from "@/app/_components/labels/listing-type.tsx";
import type { MarketView } from "@/app/_paths/marketplace.ts";
import { readChoices, readSearch, readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import {
  decodeCountCursor,
  decodeRankCursor,
  decodeTextCursor,
  decodeTimeCursor,
} from "@/server/core/pagination.ts";
import { LAST_RANK } from "@/server/core/sql-search.ts";
import { MARKETPLACE_SORTS, type MarketplaceSort, sortOf } from "@/server/domains/marketplace/policy.ts";
import { Slug } from "@/shared/text/fields.ts";
import { ITEM_CATEGORIES } from "@/shared/vocabulary.ts";

/** View of the marketplace from the query of its URL. */
export function readMarketView(params: SearchParams): MarketView {
  const segments = readChoices(params, "type", listingTypes.map(toTypeSegment));
  const search = readSearch(params);
  const sort = sortOf({ search, sort: readChoices(params, "sort", MARKETPLACE_SORTS)[0] });
  return {
    search,
    type: segments.flatMap((segment) => findTypeBySegment(segment) ?? []),
    category: readChoices(params, "category", ITEM_CATEGORIES),
    publisher: Slug.safeParse(readValues(params, "publisher")[0]).data,
    sort,
    after: readCursors(readValues(params, "after"), sort),
  };
}

/** The cursors that are valid for this order; an invalid one is ignored instead of failing the page. */
export const readCursors = (given: string[], sort: MarketplaceSort): string[] =>
  given.filter((text) => isCursor(text, sort));

function isCursor(text: string, sort: MarketplaceSort): boolean {
  try {
    DECODERS[sort](text);
    return true;
  } catch {
    return false;
  }
}

const DECODERS: Record<MarketplaceSort, (text: string) => unknown> = {
  relevance: (text) => decodeRankCursor(text, LAST_RANK),
  latest: decodeTimeCursor,
  name: decodeTextCursor,
  downloads: decodeCountCursor,
};
