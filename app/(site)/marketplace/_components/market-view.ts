import type { ListingType } from "@/db/schema/vocabulary.ts";
import { segmentOfType } from "../../../_ui/data/listing-type";
import { listHref } from "../../../_ui/page/list-url";

export const MARKET_PATH = "/marketplace";

/** What the marketplace shows; all of it stands in the URL. `after` are the cursors of the pages shown below the first. */
export interface MarketView {
  search: string;
  type: ListingType[];
  after: string[];
}

export function marketHref({ search = "", type = [], after = [] }: Partial<MarketView>): string {
  return listHref(MARKET_PATH, { q: search, type: type.map(segmentOfType), after });
}

export const itemPath = ({ type, slug }: { type: ListingType; slug: string }): string =>
  `${MARKET_PATH}/${segmentOfType(type)}/${slug}`;
