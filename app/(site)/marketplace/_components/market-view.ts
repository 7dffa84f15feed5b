import { describeListingTypes, listingTypes, toTypeSegment } from "@/app/_components/labels/listing-type.tsx";
import type { FilterLink } from "@/app/_ui/list/filter-links.tsx";
import { listHref, toggleValue } from "@/app/_ui/list/list-url.ts";
import { MARKETPLACE_SORTS, type MarketplaceSort, sortOf } from "@/server/domains/marketplace/policy.ts";
import { ITEM_CATEGORIES, type ItemCategory, type ListingType } from "@/shared/vocabulary.ts";
import { describeCategory } from "./category.ts";

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
  type: type.map(toTypeSegment),
  category,
  publisher,
  sort: sortParam({ search, sort }),
});

/** True if the view is of all items, so that it begins with the featured ones. */
export const isOfAllItems = ({ search, type, category, publisher }: MarketView): boolean =>
  search === "" && type.length + category.length === 0 && publisher === undefined;

/** The `sort` parameter of the URL; the default order of the search has none. */
export function sortParam(view: { search: string; sort?: MarketplaceSort | undefined }): string | undefined {
  const sort = sortOf(view);
  return sort === sortOf({ search: view.search }) ? undefined : sort;
}

export const itemPath = ({ type, slug }: { type: ListingType; slug: string }): string =>
  `${MARKET_PATH}/${toTypeSegment(type)}/${slug}`;

export const publisherPath = (slug: string): string => `${MARKET_PATH}/publishers/${slug}`;

export const typeFilters = (view: MarketView): FilterLink[] =>
  listingTypes.map((one) => ({
    key: one,
    label: describeListingTypes(one),
    href: marketHref({ ...view, after: [], type: toggleValue(view.type, one) }),
    isOn: view.type.includes(one),
  }));

/** Filters by the categories that have items, and by those that are chosen. */
export const categoryFilters = (view: MarketView, used: readonly ItemCategory[]): FilterLink[] =>
  ITEM_CATEGORIES.filter((one) => used.includes(one) || view.category.includes(one)).map((one) => ({
    key: one,
    label: describeCategory(one),
    href: marketHref({ ...view, after: [], category: toggleValue(view.category, one) }),
    isOn: view.category.includes(one),
  }));

const SORT_LABELS: Record<MarketplaceSort, string> = {
  relevance: "Best match",
  latest: "Recently updated",
  name: "Name",
  downloads: "Most downloads",
};

export const sortFilters = (view: MarketView): FilterLink[] =>
  MARKETPLACE_SORTS.filter((one) => sortOf({ search: view.search, sort: one }) === one).map((one) => ({
    key: one,
    label: SORT_LABELS[one],
    href: marketHref({ ...view, after: [], sort: one }),
    isOn: one === view.sort,
  }));
