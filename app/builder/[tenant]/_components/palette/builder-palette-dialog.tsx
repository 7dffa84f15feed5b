"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { docsActions, pageActions, readSearchState } from "@/app/_components/palette/actions.tsx";
import { useCommandChoices, useCommands } from "@/app/_components/palette/use-commands.tsx";
import { AREAS } from "@/app/_paths/area-pages.ts";
import { BUILDER_PAGES, pagesOfTenant, settingsPages } from "@/app/_paths/builder-pages.ts";
import { trpc } from "@/app/_trpc/client.tsx";
import { commandPalette } from "@/app/_ui/palette/command-palette.tsx";
import { PaletteDialog, usePaletteQuery } from "@/app/_ui/palette/palette-dialog.tsx";
import { type PaletteAction, searchActions } from "@/app/_ui/palette/palette-search.ts";
import { AppBuildDialog } from "@/app/builder/[tenant]/builds/_components/new-build.tsx";
import type { BuilderPaletteProps } from "./builder-palette";
import { appAction, buildAction, type FoundApp, type Results, resultActions } from "./results";
import { NEW_BUILD, RETRY, SWITCH, tenantChoices, tenantCommands, useRetry } from "./use-tenant-commands";

/** Results of each kind. */
const RESULT_LIMIT = 6;
const EMPTY_SEARCH_RESULT_LIMIT = 3;
const NO_RESULTS: Results = { apps: [], builds: [], entities: [], listings: [], members: [] };

export function BuilderPaletteDialog(props: BuilderPaletteProps) {
  const { tenant, tenants, canBuild, isOwner, isSuperAdmin } = props;
  const { query, setQuery, search, isCurrent } = usePaletteQuery();
  const { isOpen } = commandPalette.useState();
  const [builtApp, setBuiltApp] = useState<FoundApp>();
  const found = trpc.search.tenant.useQuery(
    { tenant, search, onlyFailed: query.scope?.id === RETRY.id },
    { enabled: isOpen, staleTime: 0, placeholderData: keepPreviousData, trpc: { abortOnUnmount: true } },
  );
  const { isSearching, failure, keepMatching } = readSearchState(found, query, isCurrent);
  const results = found.data ?? NO_RESULTS;
  const matching = (actions: PaletteAction[]) => searchActions(actions, query.text);

  const retry = useRetry(tenant);
  const pages = pageActions(
    pagesOfTenant([...Object.values(BUILDER_PAGES), ...settingsPages(isOwner)], tenant),
    [AREAS.account, AREAS.marketplace, AREAS.docs, ...(isSuperAdmin ? [AREAS.admin] : [])],
  );
  const commands = [...tenantCommands(canBuild, tenants.length > 1), ...useCommands()];
  const choices: Record<string, PaletteAction[]> = {
    ...useCommandChoices(),
    [SWITCH.id]: tenantChoices(tenants.filter(({ slug }) => slug !== tenant)),
  };

  function listActions(): PaletteAction[] {
    if (query.scope?.id === NEW_BUILD.id) {
      const buildable = results.apps.filter((app) => !app.isArchived && app.platforms.length > 0);
      return keepMatching(buildable.map((app) => ({ ...appAction(app), run: () => setBuiltApp(app) })));
    }
    if (query.scope?.id === RETRY.id) {
      const failed = results.builds.filter(({ status }) => status === "FAILED");
      return keepMatching(failed.map((build) => ({ ...buildAction(build), run: () => retry(build) })));
    }
    if (query.scope) return matching(choices[query.scope.id] ?? []);
    const isEmpty = query.text.trim() === "";
    const own = [...pages, ...commands];
    return [
      ...matching(isEmpty ? own : [...own, ...Object.values(choices).flat()]),
      ...keepMatching(
        isEmpty
          ? resultActions(tenant, { ...results, entities: [], members: [] }, EMPTY_SEARCH_RESULT_LIMIT)
          : resultActions(tenant, results, RESULT_LIMIT),
      ),
      ...docsActions(query.text),
    ];
  }

  return (
    <>
      <PaletteDialog
        query={query}
        onQueryChange={setQuery}
        actions={listActions()}
        isSearching={isSearching}
        failure={failure}
      />
      <AppBuildDialog tenant={tenant} app={builtApp} onClose={() => setBuiltApp(undefined)} />
    </>
  );
}
