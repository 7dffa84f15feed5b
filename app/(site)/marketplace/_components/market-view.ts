import type { ListingType } from "@/db/schema/vocabulary.ts";
import { MARKETPLACE_SORTS, type MarketplaceSort, sortOf } from "@/server/marketplace/policy.ts";
import { describeListingTypes, listingTypes, toTypeSegment } from "../../../_ui/data/listing-type";
import type { FilterLink } from "../../../_ui/list/filter-links";
import { listHref, toggleValue } from "../../../_ui/list/list-url";

export const MARKET_PATH = "/marketplace";

/** State of the marketplace's list, held by its URL. `after` are the cursors of the pages below the first. */
export interface MarketView {
  search: string;
  type: ListingType[];
  sort: MarketplaceSort;
  after: string[];
}

export function marketHref({ search = "", type = [], sort, after = [] }: Partial<MarketView>): string {
  return listHref(MARKET_PATH, {
    q: search,
    type: type.map(toTypeSegment),
    sort: sortParam({ search, sort }),
    after,
  });
}

/** The `sort` parameter of the URL; the default order of the search has none. */
export function sortParam(view: { search: string; sort?: MarketplaceSort | undefined }): string | undefined {
  const sort = sortOf(view);
  return sort === sortOf({ search: view.search }) ? undefined : sort;
}

export const itemPath = ({ type, slug }: { type: ListingType; slug: string }): string =>
  `${MARKET_PATH}/${toTypeSegment(type)}/${slug}`;

export const typeFilters = ({ search, type, sort }: MarketView): FilterLink[] =>
  listingTypes.map((one) => ({
    key: one,
    label: describeListingTypes(one),
    href: marketHref({ search, type: toggleValue(type, one), sort }),
    isOn: type.includes(one),
  }));

const SORT_LABELS: Record<MarketplaceSort, string> = {
  relevance: "Best match",
  latest: "Latest",
  name: "Name",
  downloads: "Downloads",
};

export const sortFilters = ({ search, type, sort }: MarketView): FilterLink[] =>
  MARKETPLACE_SORTS.filter((one) => sortOf({ search, sort: one }) === one).map((one) => ({
    key: one,
    label: SORT_LABELS[one],
    href: marketHref({ search, type, sort: one }),
    isOn: one === sort,
  }));
