"use client";

import { useRowCursor } from "../keyboard/use-row-cursor.ts";
import { DataTable, type DataTableProps } from "./data-table.tsx";

/** Table of a list page, with a cursor that the keyboard moves. */
export function CursorTable<Row>(props: Omit<DataTableProps<Row>, "activeKey">) {
  const activeKey = useRowCursor(props.rows.map(props.rowKey));
  return <DataTable {...props} {...(activeKey && { activeKey })} />;
}
