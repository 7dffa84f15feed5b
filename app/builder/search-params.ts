import { decodeTimeCursor } from "@/server/platform/pagination.ts";
import { readValues, type SearchParams } from "../_ui/list/list-url";

/** A day as `2026-01-31`; anything else is as good as nothing. */
export function readDay(params: SearchParams, name: string): string | undefined {
  const [text = ""] = readValues(params, name);
  const isDay = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay && new Date(text).toISOString().startsWith(text) ? text : undefined;
}

/** Where a list goes on, as an earlier page of it said; a cursor that none gave means its beginning. */
export function readTimeCursor(params: SearchParams): string | undefined {
  const [cursor] = readValues(params, "cursor");
  try {
    if (cursor) decodeTimeCursor(cursor);
    return cursor;
  } catch {
    return undefined;
  }
}
