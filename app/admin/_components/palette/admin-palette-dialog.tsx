"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { docsActions } from "../../../_components/palette/docs-actions";
import { readSearchState } from "../../../_components/palette/search-state";
import { useCommandChoices, useCommands } from "../../../_components/palette/use-commands";
import { trpc } from "../../../_trpc/client";
import { commandPalette } from "../../../_ui/palette/command-palette";
import { PaletteDialog } from "../../../_ui/palette/palette-dialog";
import { type PaletteAction, searchActions } from "../../../_ui/palette/palette-search";
import { usePaletteQuery } from "../../../_ui/palette/use-palette-query";
import { pageActions } from "./pages";
import { type Results, resultActions } from "./results";

const NO_RESULTS: Results = {
  tenants: [],
  users: [],
  builds: [],
  listings: [],
  billingEvents: [],
  auditEntries: [],
};

export function AdminPaletteDialog() {
  const { query, setQuery, search, isCurrent } = usePaletteQuery();
  const { isOpen } = commandPalette.useState();
  const found = trpc.adminSearch.platform.useQuery(
    { search },
    {
      enabled: isOpen && search !== "",
      staleTime: 0,
      placeholderData: keepPreviousData,
      trpc: { abortOnUnmount: true },
    },
  );
  const { isSearching, failure, keepMatching } = readSearchState(found, query, isCurrent);
  const matching = (actions: PaletteAction[]) => searchActions(actions, query.text);
  const commands = useCommands();
  const choices = useCommandChoices();

  function listActions(): PaletteAction[] {
    if (query.scope) return matching(choices[query.scope.id] ?? []);
    if (query.text.trim() === "") return [...pageActions, ...commands];
    return [
      ...matching([...pageActions, ...commands, ...Object.values(choices).flat()]),
      ...keepMatching(resultActions(found.data ?? NO_RESULTS)),
      ...docsActions(query.text),
    ];
  }

  return (
    <PaletteDialog
      query={query}
      onQueryChange={setQuery}
      actions={listActions()}
      isSearching={query.text.trim() !== "" && isSearching}
      failure={failure}
    />
  );
}
