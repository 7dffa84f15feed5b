"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { normalizeSearch } from "../list/list-url";
import { EMPTY_QUERY } from "./palette-search";

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
