import { describeListingTypes, listingTypes } from "@/app/_components/labels/listing-type.tsx";
import { type MarketView, marketHref } from "@/app/_paths/marketplace.ts";
import type { FilterLink } from "@/app/_ui/list/filter-links.tsx";
import { toggleValue } from "@/app/_ui/list/list-url.ts";
import { MARKETPLACE_SORTS, type MarketplaceSort, sortOf } from "@/server/domains/marketplace/policy.ts";
import { ITEM_CATEGORIES, type ItemCategory } from "@/shared/vocabulary.ts";

/** True if the view is of all items, so that it begins with the featured ones. */
export const isOfAllItems = ({ search, type, category, publisher }: MarketView): boolean =>
  search === "" && type.length + category.length === 0 && publisher === undefined;

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

const LABELS: Record<ItemCategory, string> = {
  accessibility: "Accessibility",
  ai: "AI",
  analytics: "Analytics",
  authentication: "Authentication",
  commerce: "Commerce",
  communication: "Communication",
  data: "Data",
  "developer-tools": "Developer tools",
  forms: "Forms",
  integrations: "Integrations",
  localization: "Localization",
  maps: "Maps",
  media: "Media",
  notifications: "Notifications",
  productivity: "Productivity",
  security: "Security",
  storage: "Storage",
  "user-interface": "User interface",
};

export const describeCategory = (category: ItemCategory): string => LABELS[category];
