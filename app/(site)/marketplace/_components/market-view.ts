import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { MarketplaceSort } from "@/server/marketplace/policy.ts";
import { toTypeSegment } from "../../../_ui/data/listing-type";
import { listHref } from "../../../_ui/list/list-url";

export const MARKET_PATH = "/marketplace";

/** What the marketplace shows; all of it stands in the URL. `after` are the cursors of the pages shown below the first. */
export interface MarketView {
  search: string;
  type: ListingType[];
  sort: MarketplaceSort;
  after: string[];
}

export function marketHref({ search = "", type = [], sort, after = [] }: Partial<MarketView>): string {
  return listHref(MARKET_PATH, { q: search, type: type.map(toTypeSegment), sort: sortParam(sort), after });
}

/** The order as the address tells it; the usual one goes without saying. */
export const sortParam = (sort: MarketplaceSort | undefined) => (sort === "latest" ? undefined : sort);

export const itemPath = ({ type, slug }: { type: ListingType; slug: string }): string =>
  `${MARKET_PATH}/${toTypeSegment(type)}/${slug}`;
