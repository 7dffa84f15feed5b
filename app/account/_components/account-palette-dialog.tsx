"use client";

import { docsActions, pageActions } from "@/app/_components/palette/actions.tsx";
import { useCommandChoices, useCommands } from "@/app/_components/palette/use-commands.tsx";
import { ACCOUNT_PAGES, AREAS } from "@/app/_paths/area-pages.ts";
import { PaletteDialog, usePaletteQuery } from "@/app/_ui/palette/palette-dialog.tsx";
import { type PaletteAction, searchActions } from "@/app/_ui/palette/palette-search.ts";

/** Lazily loaded dialog of `AccountPalette`. */
export function AccountPaletteDialog({ isSuperAdmin }: { isSuperAdmin: boolean }) {
  const { query, setQuery } = usePaletteQuery();
  const commands = useCommands();
  const choices = useCommandChoices();
  const actions: PaletteAction[] = [
    ...pageActions(Object.values(ACCOUNT_PAGES), [
      AREAS.builder,
      AREAS.marketplace,
      AREAS.docs,
      ...(isSuperAdmin ? [AREAS.admin] : []),
    ]),
    ...commands,
  ];

  function listActions(): PaletteAction[] {
    if (query.scope) return searchActions(choices[query.scope.id] ?? [], query.text);
    if (query.text.trim() === "") return actions;
    return [
      ...searchActions([...actions, ...Object.values(choices).flat()], query.text),
      ...docsActions(query.text),
    ];
  }

  return <PaletteDialog query={query} onQueryChange={setQuery} actions={listActions()} isSearching={false} />;
}
