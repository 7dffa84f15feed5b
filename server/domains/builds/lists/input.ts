import { z } from "zod";
import { MAX_VIEW_NAME_LENGTH } from "@/shared/bounds.ts";
import { plainText, reference, singleLineText } from "@/shared/text/text.ts";

/** Saved view: a name for the query of a list's URL. */
export const SaveView = z.object({
  name: singleLineText(MAX_VIEW_NAME_LENGTH),
  query: plainText(2_000).transform((query) => new URLSearchParams(query).toString()),
});
export type SaveView = z.output<typeof SaveView>;

export const ViewKey = z.object({ viewId: reference() });
