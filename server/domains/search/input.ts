import { z } from "zod";
import { searchText } from "@/shared/text/text.ts";

/** Search of a dashboard. An empty text finds what is newest. */
export const Search = z.object({
  search: searchText().default(""),
  /** Leaves out builds that did not fail, for the command that retries one. */
  onlyFailed: z.boolean().default(false),
});
export type Search = z.output<typeof Search>;
