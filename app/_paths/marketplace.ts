import { listHref } from "@/app/_ui/list/list-url.ts";
import { type MarketplaceSort, sortOf } from "@/server/domains/marketplace/policy.ts";
import { type ItemCategory, LISTING_TYPE_SEGMENTS, type ListingType } from "@/shared/vocabulary.ts";

export const MARKET_PATH = "/marketplace";

/** State of the marketplace's list, held by its URL. `after` are the cursors of the pages below the first. */
export interface MarketView {
  search: string;
  type: ListingType[];
  /** Items of any of these; of all if empty. */
  category: ItemCategory[];
  /** Slug of a tenant. */
  publisher?: string | undefined;
  sort: MarketplaceSort;
  after: string[];
}

export const marketHref = ({ search = "", after = [], ...view }: Partial<MarketView>): string =>
  listHref(MARKET_PATH, { q: search, ...marketQuery({ search, ...view }), after });

/** Query parameters without the search and the cursors. */
export const marketQuery = ({
  search = "",
  type = [],
  category = [],
  publisher,
  sort,
}: Partial<MarketView>) => ({
  type: type.map((one) => LISTING_TYPE_SEGMENTS[one]),
  category,
  publisher,
  sort: sortParam({ search, sort }),
});

/** The `sort` parameter of the URL; the default order of the search has none. */
export function sortParam(view: { search: string; sort?: MarketplaceSort | undefined }): string | undefined {
  const sort = sortOf(view);
  return sort === sortOf({ search: view.search }) ? undefined : sort;
}

export const itemPath = ({ type, slug }: Item): string =>
  `${MARKET_PATH}/${LISTING_TYPE_SEGMENTS[type]}/${slug}`;

export const publisherPath = (slug: string): string => `${MARKET_PATH}/publishers/${slug}`;

type Item = { type: ListingType; slug: string };

/** Leads to the page of the Builder that installs the item. */
export const itemInstallPath = (item: Item): string => `${itemPath(item)}/install`;

export const itemReportPath = (item: Item): string => `${itemPath(item)}/report`;
