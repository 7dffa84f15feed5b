import type { MarketplaceSort } from "@/server/marketplace/policy.ts";
import { decodeTextCursor, decodeTimeCursor } from "@/server/platform/pagination.ts";

/** The cursors that are some of this order; a mistyped one must not cost the reader the page. */
export const readCursors = (given: string[], sort: MarketplaceSort): string[] =>
  given.filter((text) => isCursor(text, sort));

function isCursor(text: string, sort: MarketplaceSort): boolean {
  try {
    if (sort === "name") decodeTextCursor(text);
    else decodeTimeCursor(text);
    return true;
  } catch {
    return false;
  }
}
