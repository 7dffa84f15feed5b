import { IconBook } from "@tabler/icons-react";
import { DOCS_PAGES } from "@/app/_paths/docs.ts";
import type { Page } from "@/app/_paths/page.ts";
import { readProblem } from "@/app/_trpc/problem.ts";
import { type PaletteAction, type PaletteQuery, searchActions } from "@/app/_ui/palette/palette-search.ts";

/** Links to the pages of an area, and to other areas. */
export const pageActions = (pages: readonly Page[], areas: readonly Page[]): PaletteAction[] => [
  ...pages.map((page) => toAction(page, "Pages")),
  ...areas.map((page) => toAction(page, "Go to")),
];

const toAction = ({ path, title, label = title, Icon, keywords }: Page, group: string): PaletteAction => ({
  id: path,
  label,
  group,
  icon: <Icon size={18} stroke={1.6} />,
  href: path,
  ...(keywords && { keywords }),
});

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

const docs = DOCS_PAGES.map((page) => ({
  ...toAction({ ...page, Icon: IconBook }, "Docs"),
  id: `docs-${page.path}`,
}));

/** Pages of the documentation that match a text. */
export const docsActions = (text: string): PaletteAction[] =>
  text.trim() === "" ? [] : searchActions(docs, text);
