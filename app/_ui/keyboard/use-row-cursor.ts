"use client";

import { useState } from "react";
import { useShortcuts } from "./shortcuts";

/**
 * `j`, `k` and `enter` for a list. Give the result to DataTable as `activeKey`.
 * When the row is removed, the cursor keeps its position in the list.
 */
export function useRowCursor(keys: string[], onOpen: (key: string) => void): string | undefined {
  const [index, setIndex] = useState(-1);
  const current = keys[Math.min(index, keys.length - 1)];

  function move(step: number) {
    const next = Math.max(0, Math.min(keys.length - 1, index + step));
    setIndex(next);
    const key = keys[next];
    if (key) goToRow(key);
  }

  useShortcuts("List", [
    { keys: "j", label: "Next row", run: () => move(1) },
    { keys: "k", label: "Previous row", run: () => move(-1) },
    { keys: "enter", label: "Open row", run: () => current !== undefined && onOpen(current) },
  ]);

  return current;
}

/** Moves the focus to the row: otherwise Enter would still activate the control that was used last. */
function goToRow(key: string): void {
  const row = document.querySelector(`[data-row-key="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ block: "nearest" });
  const link = row?.querySelector("a");
  if (link) link.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
