import { firstCharacters } from "@/shared/text/truncate.ts";
import type { Piece } from "./diff-lines";

/** Kind of a syntax token; each has its color. */
export type TokenKind = "keyword" | "string" | "constant" | "comment" | "function" | "property";

/** Syntax token; plain text without a kind. */
export interface Token {
  length: number;
  kind?: TokenKind | undefined;
}

/** Part of a line in one style. */
export interface Run {
  text: string;
  isChanged: boolean;
  kind?: TokenKind | undefined;
}

/** Longer lines are truncated. */
const MAX_LINE_LENGTH = 2_000;

/** Runs of a line, split where token or change mark differ, and the number of truncated characters. */
export function splitRuns(
  pieces: readonly Piece[],
  tokens: readonly Token[] = [],
): { runs: Run[]; left: number } {
  const kinds = tokens.flatMap(({ length, kind }) => (length > 0 ? [{ length, kind }] : []));
  const runs: Run[] = [];
  let room = MAX_LINE_LENGTH;
  let left = 0;
  for (const { text, isChanged } of pieces) {
    const shown = firstCharacters(text, room);
    left += text.length - shown.length;
    room -= shown.length;
    for (let at = 0; at < shown.length; ) {
      const [token] = kinds;
      const length = Math.min(token?.length ?? shown.length, shown.length - at);
      runs.push({ text: shown.slice(at, at + length), isChanged, kind: token?.kind });
      at += length;
      if (token) token.length -= length;
      if (token?.length === 0) kinds.shift();
    }
  }
  return { runs, left };
}
