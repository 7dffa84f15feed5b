import { readProblem } from "@/app/_trpc/problem.ts";
import { type PaletteAction, type PaletteQuery, searchActions } from "@/app/_ui/palette/palette-search.ts";

interface FoundResults {
  error: unknown;
  isPlaceholderData: boolean;
  isFetching: boolean;
  refetch: () => unknown;
}

/** State of a palette's search on the server. `isCurrent` tells whether the server was asked for the text of the query. */
export function readSearchState(found: FoundResults, query: PaletteQuery, isCurrent: boolean) {
  const isStale = !isCurrent || found.isPlaceholderData;
  return {
    isSearching: isStale || found.isFetching,
    failure: found.error
      ? { message: readProblem(found.error).message, retry: () => void found.refetch() }
      : undefined,
    /** Results of an earlier text stay in the list where they match the present one, too: Enter must open no other. */
    keepMatching: (results: PaletteAction[]) => (isStale ? searchActions(results, query.text) : results),
  };
}
