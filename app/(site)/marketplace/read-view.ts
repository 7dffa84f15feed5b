import { decodeTimeCursor } from "@/server/cursor.ts";
import { LONGEST_SEARCH } from "./_components/market-view";

/** What an address asks for, as far as the server would take it: without control characters, and not too long. */
export function readSearch(text = ""): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
  return [...plain].slice(0, LONGEST_SEARCH).join("").trim();
}

/** The cursors that are some; a mistyped one must not cost the reader the page. */
export const readCursors = (given: string[]): string[] => given.filter(isCursor);

function isCursor(text: string): boolean {
  try {
    decodeTimeCursor(text);
    return true;
  } catch {
    return false;
  }
}
