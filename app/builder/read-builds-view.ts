import { BUILD_STATUSES, PLATFORMS } from "@/db/schema/vocabulary.ts";
import { readChoices, type SearchParams } from "../_ui/list/list-url";
import type { BuildsView } from "./_components/builds/builds-view";
import { readDay, readTimeCursor } from "./search-params";

export function readBuildsView(params: SearchParams): BuildsView {
  return {
    status: readChoices(params, "status", BUILD_STATUSES),
    platform: readChoices(params, "platform", PLATFORMS),
    since: readDay(params, "since"),
    until: readDay(params, "until"),
    cursor: readTimeCursor(params),
  };
}
