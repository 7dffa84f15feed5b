"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { docsActions, pageActions, readSearchState } from "@/app/_components/palette/actions.tsx";
import { useCommandChoices, useCommands } from "@/app/_components/palette/use-commands.tsx";
import { ADMIN_PAGES } from "@/app/_paths/admin-pages.ts";
import { AREAS } from "@/app/_paths/area-pages.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { commandPalette } from "@/app/_ui/palette/command-palette.tsx";
import { PaletteDialog, usePaletteQuery } from "@/app/_ui/palette/palette-dialog.tsx";
import { type PaletteAction, searchActions } from "@/app/_ui/palette/palette-search.ts";
import { type Results, resultActions } from "./results";

const PAGES = pageActions(Object.values(ADMIN_PAGES), [AREAS.builder, AREAS.marketplace, AREAS.docs]);

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
    if (query.text.trim() === "") return [...PAGES, ...commands];
    return [
      ...matching([...PAGES, ...commands, ...Object.values(choices).flat()]),
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
