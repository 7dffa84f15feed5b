import { Slug } from "@/server/listings/input.ts";
import { segmentOfType, shownTypes, typeOfSegment } from "../../_ui/data/listing-type";
import { readAll, readChoices, readCursor, readSearch, type SearchParams } from "../../_ui/list/list-url";

/** What both lists read from their address. */
export function readCatalogView(params: SearchParams) {
  const segments = readChoices(params, "type", shownTypes.map(segmentOfType));
  return {
    search: readSearch(params),
    type: segments.flatMap((segment) => typeOfSegment(segment) ?? []),
    publisher: readPublisher(params),
    cursor: readCursor(params),
  };
}

/** The slug of a tenant; what could be none is left aside. */
export const readPublisher = (params: SearchParams): string | undefined =>
  Slug.safeParse(readAll(params, "publisher")[0]).data;
