"use client";

import { useState } from "react";
import { useShortcuts } from "../keyboard/shortcuts.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";

/** Table of a list page, with a cursor that the keyboard moves. */
export function CursorTable<Row>(props: Omit<DataTableProps<Row>, "activeKey">) {
  const activeKey = useRowCursor(props.rows.map(props.rowKey));
  return <DataTable {...props} {...(activeKey && { activeKey })} />;
}

/**
 * `j`, `k` and `enter` for the rows of a DataTable, which takes the result as `activeKey`. Enter follows the link of the row.
 * The keys act on rows that can be seen: the
 * cursor starts in the visible part of the list, and Enter first scrolls back to a row that was scrolled away.
 * The cursor follows its row when others come or go; when the row itself is removed, it keeps its position.
 */
export function useRowCursor(keys: string[]): string | undefined {
  const [cursor, setCursor] = useState<{ key: string; index: number }>();
  const index = cursor ? findIndex(keys, cursor) : -1;
  const current = keys[index];

  function move(step: 1 | -1) {
    const visible = keys.filter(isRowInView);
    const isVisible = current !== undefined && visible.includes(current);
    const next = Math.max(0, Math.min(keys.length - 1, index + step));
    const key = isVisible || visible.length === 0 ? keys[next] : visible.at(current && step < 0 ? -1 : 0);
    if (key === undefined) return;
    setCursor({ key, index: keys.indexOf(key) });
    goToRow(key);
  }

  function open() {
    if (current === undefined) return;
    if (isRowInView(current)) findRow(current)?.querySelector("a")?.click();
    else goToRow(current);
  }

  useShortcuts("List", [
    { keys: "j", label: "Next row", run: () => move(1) },
    { keys: "k", label: "Previous row", run: () => move(-1) },
    { keys: "enter", label: "Open row", run: open },
  ]);

  return current;
}

/** Visibility of a row of a DataTable. */
export function isRowInView(key: string): boolean {
  const row = findRow(key);
  return row !== null && isInView(row);
}

function findIndex(keys: readonly string[], { key, index }: { key: string; index: number }): number {
  const at = keys.indexOf(key);
  return at >= 0 ? at : Math.min(index, keys.length - 1);
}

const findRow = (key: string) => document.querySelector(`[data-row-key="${CSS.escape(key)}"]`);

/** Moves the focus to the row: otherwise Enter would still activate the control that was used last. */
function goToRow(key: string): void {
  const row = findRow(key);
  row?.scrollIntoView({ block: "nearest" });
  const link = row?.querySelector("a");
  if (link) link.focus({ preventScroll: true });
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** Height of the sticky top bar, which covers what lies under it. */
const TOP_BAR_HEIGHT_PX = 56;

/** Visibility of the middle of an element; false for one that is not displayed. */
export function isInView(element: Element): boolean {
  const { top, height } = element.getBoundingClientRect();
  const middle = top + height / 2;
  return height > 0 && middle > TOP_BAR_HEIGHT_PX && middle < window.innerHeight;
}
