import { decodeTimeCursor } from "@/server/cursor.ts";

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
