import type { ListingType } from "@/db/schema/vocabulary.ts";
import type { QUEUE_MARKS, SUBMISSION_KINDS } from "@/server/moderation/input.ts";
import { segmentOfType } from "../../../../_ui/data/listing-type";
import { listHref } from "../../../../_ui/list/list-url";
import { QUEUE_PATH } from "../../../_components/paths";

/** What the queue shows; all of it stands in the URL. */
export interface QueueView {
  type: ListingType[];
  kind: (typeof SUBMISSION_KINDS)[number][];
  marks: (typeof QUEUE_MARKS)[number][];
  publisher?: string | undefined;
  cursor?: string | undefined;
}

export function queueHref({ type, kind, marks, publisher, cursor }: QueueView): string {
  return listHref(QUEUE_PATH, { type: type.map(segmentOfType), kind, only: marks, publisher, cursor });
}

/** The same for the server's page and the browser's table, so that the one finds what the other asked for. */
export function queueInput({ type, kind, marks, publisher, cursor }: QueueView) {
  return { type, kind, marks, ...(publisher && { publisher }), ...(cursor && { cursor }) };
}

export const isNarrowed = ({ type, kind, marks, publisher }: QueueView): boolean =>
  type.length + kind.length + marks.length > 0 || publisher !== undefined;
