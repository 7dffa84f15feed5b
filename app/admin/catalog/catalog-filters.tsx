import type { ListingType } from "@/db/schema/vocabulary.ts";
import { describeListingTypes, shownTypes } from "../../_ui/data/listing-type";
import { FilterBar, type FilterLink, FilterLinks } from "../../_ui/list/filter-links";
import { ListSearch } from "../../_ui/list/list-search";
import { toggled } from "../../_ui/list/list-url";

type CatalogFiltersProps = {
  /** What is searched: "Search items". */
  label: string;
  path: string;
  view: { search: string; type: ListingType[]; publisher?: string | undefined };
  query: Record<string, string | readonly string[] | undefined>;
  hrefOf: (change: { type?: ListingType[]; publisher?: undefined }) => string;
  isNarrowed: boolean;
  /** Filters by what only this list knows. */
  states: FilterLink[];
};

/** The search and the filters that both lists of the catalog have. */
export function CatalogFilters(props: CatalogFiltersProps) {
  const { label, path, view, query, hrefOf, isNarrowed, states } = props;
  return (
    <FilterBar clearHref={isNarrowed ? path : undefined}>
      <ListSearch
        label={label}
        placeholder="Name, slug or id"
        path={path}
        search={view.search}
        query={query}
      />
      <FilterLinks
        label="Type"
        filters={shownTypes.map((type) => ({
          key: type,
          label: describeListingTypes(type),
          href: hrefOf({ type: toggled(view.type, type) }),
          isOn: view.type.includes(type),
        }))}
      />
      <FilterLinks label="State" filters={states} />
      {view.publisher && (
        <FilterLinks
          label="Publisher"
          filters={[
            {
              key: view.publisher,
              label: view.publisher,
              href: hrefOf({ publisher: undefined }),
              isOn: true,
            },
          ]}
        />
      )}
    </FilterBar>
  );
}
