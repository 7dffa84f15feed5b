"use client";

import { useState } from "react";
import { trpc } from "../../_trpc/client";
import { CommandPalette, commandPalette } from "../../_ui/palette/command-palette";
import { searchActions } from "../../_ui/palette/palette-search";
import { appActions, buildActions, listingActions, pageActions } from "./palette-actions";

/** How many recent builds and listings the palette can find. */
const KNOWN = 50;
/** How many of each kind stand there before anything was typed. */
const SHOWN_UNASKED = 4;
const SHOWN = 8;

/** The palette of pages, apps, recent builds and listings; it asks the server when it is opened first. */
export function BuilderPalette({ tenant, isSuperAdmin }: { tenant: string; isSuperAdmin: boolean }) {
  const [query, setQuery] = useState("");
  const { wasOpened } = commandPalette.useState();
  const options = { enabled: wasOpened };
  const apps = trpc.apps.list.useQuery({ tenant }, options);
  const builds = trpc.builds.list.useQuery({ tenant, limit: KNOWN }, options);
  const listings = trpc.listings.list.useQuery({ tenant, limit: KNOWN }, options);
  const limit = query.trim() === "" ? SHOWN_UNASKED : SHOWN;
  const found = [
    appActions(tenant, apps.data ?? []),
    buildActions(tenant, builds.data?.builds ?? []),
    listingActions(tenant, listings.data?.listings ?? []),
  ].flatMap((actions) => searchActions(actions, query).slice(0, limit));
  return (
    <CommandPalette
      actions={pageActions(tenant, isSuperAdmin)}
      results={found}
      isSearching={apps.isLoading || builds.isLoading || listings.isLoading}
      onQueryChange={setQuery}
    />
  );
}
