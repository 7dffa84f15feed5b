import { readChoices, readSearch, readValues, type SearchParams } from "@/app/_ui/list/list-url.ts";
import { decodeTextCursor, decodeTimeCursor } from "@/server/core/pagination.ts";
import { BrowseBuilds } from "@/server/domains/builds/input.ts";
import { BUILD_STATUSES, PLATFORMS } from "@/shared/vocabulary.ts";
import type { BuildListQuery } from "./build-list-query.ts";

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

/** The same with the sources of builds, which the list of all apps has. */
export function readSourceQuery(params: SearchParams): BuildListQuery {
  const { gitRef, version, workerId, createdBy, appId } = BrowseBuilds.shape;
  const [ref, versionText, worker, by, app] = ["ref", "version", "worker", "by", "app"].map(
    (name) => readValues(params, name)[0],
  );
  return {
    ...readBuildListQuery(params),
    gitRef: gitRef.safeParse(ref).data,
    version: version.safeParse(versionText).data,
    workerId: workerId.safeParse(worker).data,
    createdBy: createdBy.safeParse(by).data,
    appId: appId.safeParse(app).data,
    search: readSearch(params) || undefined,
  };
}

/** Cursor of a list ordered by time; a malformed one means the first page. */
export const readTimeCursor = (params: SearchParams, name = "cursor"): string | undefined =>
  readCursor(params, name, decodeTimeCursor);

/** Cursor of a list ordered by a text; a malformed one means the first page. */
export const readTextCursor = (params: SearchParams): string | undefined =>
  readCursor(params, "cursor", decodeTextCursor);

function readCursor(
  params: SearchParams,
  name: string,
  decode: (cursor: string) => unknown,
): string | undefined {
  const [cursor] = readValues(params, name);
  try {
    if (cursor) decode(cursor);
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
