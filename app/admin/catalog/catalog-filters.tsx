import {
  describeListingTypes,
  findTypeBySegment,
  listingTypes,
  toTypeSegment,
} from "@/app/_components/labels/listing-type.tsx";
import { CATALOG_FEATURED_PATH, CATALOG_LISTINGS_PATH, CATALOG_PATH } from "@/app/_paths/admin.ts";
import { PageTabs } from "@/app/_ui/frame/nav.tsx";
import { FilterDisclosure } from "@/app/_ui/list/filter-disclosure.tsx";
import { FilterBar, type FilterLink, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { ListSearch } from "@/app/_ui/list/list-search.tsx";
import {
  readChoices,
  readCursor,
  readSearch,
  readValues,
  type SearchParams,
  toggleFilters,
} from "@/app/_ui/list/list-url.ts";
import { Slug } from "@/shared/text/fields.ts";
import type { ListingType } from "@/shared/vocabulary.ts";

type CatalogFiltersProps = {
  /** Accessible name of the search: "Search items". */
  label: string;
  path: string;
  view: { search: string; type: ListingType[]; publisher?: string | undefined };
  query: Record<string, string | readonly string[] | undefined>;
  hrefOf: (change: { type?: ListingType[]; publisher?: undefined }) => string;
  isNarrowed: boolean;
  /** State filters of this list. */
  states: FilterLink[];
};

/** Search and filters shared by both lists of the catalog. */
export function CatalogFilters(props: CatalogFiltersProps) {
  const { label, path, view, query, hrefOf, isNarrowed, states } = props;
  const active = view.type.length + states.filter(({ isOn }) => isOn).length + (view.publisher ? 1 : 0);
  return (
    <FilterBar clearHref={isNarrowed ? path : undefined}>
      <ListSearch
        label={label}
        placeholder="Name, slug or ID"
        path={path}
        search={view.search}
        query={query}
      />
      <FilterDisclosure active={active}>
        <FilterLinks
          label="Type"
          filters={toggleFilters(listingTypes, view.type, describeListingTypes, (type) => hrefOf({ type }))}
        />
        <FilterLinks label="Status" filters={states} />
        <PublisherFilter publisher={view.publisher} href={hrefOf({ publisher: undefined })} />
      </FilterDisclosure>
    </FilterBar>
  );
}

type PublisherFilterProps = {
  publisher: string | undefined;
  /** Address of the list of all publishers. */
  href: string;
};

export const PublisherFilter = ({ publisher, href }: PublisherFilterProps) =>
  publisher && (
    <FilterLinks label="Publisher" filters={[{ key: publisher, label: publisher, href, isOn: true }]} />
  );

export function CatalogTabs() {
  return (
    <PageTabs
      label="Catalog"
      tabs={[
        { href: CATALOG_PATH, label: "Items" },
        { href: CATALOG_LISTINGS_PATH, label: "Listings" },
        { href: CATALOG_FEATURED_PATH, label: "Featured" },
      ]}
    />
  );
}

/** View shared by both lists, from the query of the URL. */
export function readCatalogView(params: SearchParams) {
  const segments = readChoices(params, "type", listingTypes.map(toTypeSegment));
  return {
    search: readSearch(params),
    type: segments.flatMap((segment) => findTypeBySegment(segment) ?? []),
    publisher: readPublisher(params),
    cursor: readCursor(params),
  };
}

/** Slug of a tenant; an invalid one is ignored. */
export const readPublisher = (params: SearchParams): string | undefined =>
  Slug.safeParse(readValues(params, "publisher")[0]).data;
