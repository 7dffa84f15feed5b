"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { trpc } from "../../../_trpc/client";
import { normalizeSearch } from "../../../_ui/list/list-url";
import { CommandPalette, commandPalette } from "../../../_ui/palette/command-palette";
import { searchActions } from "../../../_ui/palette/palette-search";
import { itemActions, pageActions, queueActions } from "./palette-actions";

/** Pending listings that the palette searches, and results that it shows per group. */
const KNOWN = 100;
const SHOWN = 6;

/** Command palette of Admin: pages, pending listings, published items. Its queries start with the first opening. */
export function AdminPalette() {
  const [query, setQuery] = useState("");
  const search = useDeferredValue(normalizeSearch(query));
  const { wasOpened } = commandPalette.useState();
  const queue = trpc.moderation.queue.useQuery({ limit: KNOWN }, { enabled: wasOpened });
  const published = trpc.marketplace.search.useQuery(
    { search, limit: SHOWN },
    { enabled: wasOpened && search !== "", placeholderData: keepPreviousData },
  );
  const waiting = searchActions(queueActions(queue.data?.listings ?? []), query).slice(0, SHOWN);
  const items = search === "" ? [] : itemActions(published.data?.items ?? []);
  return (
    <CommandPalette
      actions={pageActions}
      results={[...waiting, ...items]}
      isSearching={queue.isLoading || published.isFetching}
      onQueryChange={setQuery}
    />
  );
}
