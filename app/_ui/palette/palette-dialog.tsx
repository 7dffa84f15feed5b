"use client";

import { Modal } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { normalizeSearch } from "@/app/_ui/list/list-url.ts";
import { useOpenAfterMount } from "../actions/use-popup";
import { commandPalette } from "./command-palette";
import { EMPTY_QUERY } from "./palette-search";
import { type PaletteProps, SearchList } from "./search-list";

export function PaletteDialog(props: PaletteProps) {
  const { isOpen } = commandPalette.useState();
  return (
    <Modal.Root
      opened={useOpenAfterMount(isOpen)}
      onClose={commandPalette.close}
      onExitTransitionEnd={() => props.onQueryChange(EMPTY_QUERY)}
      size={600}
      yOffset="12vh"
      padding={0}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Search and commands">
        <SearchList {...props} {...TEXTS} onClose={commandPalette.close} />
      </Modal.Content>
    </Modal.Root>
  );
}

const TEXTS = { label: "Search", listLabel: "Commands", placeholder: "Search or jump to…" };

/** Wait after the last key before the server is asked. */
const DEBOUNCE_MS = 150;

/** Query of a palette. `search` is the text that the server is asked for; `isCurrent` is false while it lags behind. */
export function usePaletteQuery() {
  const [query, setQuery] = useState(EMPTY_QUERY);
  const typed = normalizeSearch(query.text);
  const [debounced] = useDebouncedValue(typed, DEBOUNCE_MS);
  const search = typed === "" ? "" : debounced;
  return { query, setQuery, search, isCurrent: search === typed };
}
