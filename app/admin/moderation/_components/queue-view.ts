import type { ListingType } from "@/db/schema/vocabulary.ts";
import { segmentOfType } from "../../../_ui/data/listing-type";
import { listHref } from "../../../_ui/page/list-url";
import { QUEUE_PATH } from "../../_components/paths";

/** What the queue shows; all of it stands in the URL. */
export interface QueueView {
  type: ListingType[];
  cursor?: string | undefined;
}

export function queueHref({ type, cursor }: QueueView): string {
  return listHref(QUEUE_PATH, { type: type.map(segmentOfType), cursor });
}

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export function queueInput({ type, cursor }: QueueView) {
  return { type, ...(cursor && { cursor }) };
}
