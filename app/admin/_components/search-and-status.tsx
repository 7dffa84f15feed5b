import type { ReactNode } from "react";
import { FilterBar, FilterLinks } from "@/app/_ui/list/filter-links.tsx";
import { ListSearch } from "@/app/_ui/list/list-search.tsx";
import { toggleFilters } from "@/app/_ui/list/list-url.ts";

type SearchAndStatusProps<State extends string> = {
  /** Accessible name of the search: "Search workspaces". */
  label: string;
  placeholder: string;
  path: string;
  view: { search: string; state: State[] };
  states: readonly State[];
  badgeOf: (state: State) => ReactNode;
  /** Address of the list with these states. */
  hrefOf: (state: State[]) => string;
};

/** Search and status filters of a list. */
export function SearchAndStatus<State extends string>(props: SearchAndStatusProps<State>) {
  const { label, placeholder, path, view, states, badgeOf, hrefOf } = props;
  return (
    <FilterBar clearHref={view.search !== "" || view.state.length > 0 ? path : undefined}>
      <ListSearch
        label={label}
        placeholder={placeholder}
        path={path}
        search={view.search}
        query={{ state: view.state }}
      />
      <FilterLinks label="Status" filters={toggleFilters(states, view.state, badgeOf, hrefOf)} />
    </FilterBar>
  );
}
