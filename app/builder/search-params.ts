import { BUILD_STATUSES, PLATFORMS } from "@/db/schema/vocabulary.ts";
import { decodeTimeCursor } from "@/server/platform/pagination.ts";
import type { BuildListQuery } from "../_components/builds/build-list-query";
import { readChoices, readValues, type SearchParams } from "../_ui/list/list-url";

/** Search parameters of build lists; unknown and malformed values are ignored. */
export function readBuildListQuery(params: SearchParams): BuildListQuery {
  return {
    status: readChoices(params, "status", BUILD_STATUSES),
    platform: readChoices(params, "platform", PLATFORMS),
    since: readDay(params, "since"),
    until: readDay(params, "until"),
    cursor: readTimeCursor(params),
  };
}

/** Cursor of a list ordered by time; a malformed one means the first page. */
export function readTimeCursor(params: SearchParams): string | undefined {
  const [cursor] = readValues(params, "cursor");
  try {
    if (cursor) decodeTimeCursor(cursor);
    return cursor;
  } catch {
    return undefined;
  }
}

/** A day as `2026-01-31`. */
function readDay(params: SearchParams, name: string): string | undefined {
  const [text = ""] = readValues(params, name);
  const isDay = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  return isDay && new Date(text).toISOString().startsWith(text) ? text : undefined;
}
