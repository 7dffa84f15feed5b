import { type Block, OVERLAP_CHARS } from "./blocks.ts";

/**
 * Pattern to search for. A match begins with one of the literals `starts`, at a word boundary unless `isWithin`, and
 * matches the sticky `pattern` from there. Patterns have no `*`, `+` or open range and repeat no group, so an attempt costs at
 * most about `OVERLAP_CHARS` steps on any text (no catastrophic backtracking).
 */
export interface Format<T> {
  what: T;
  starts: readonly string[];
  pattern: RegExp;
  isWithin?: true;
}

export interface Match<T> {
  what: T;
  text: string;
  index: number;
}

/** Counter of pattern attempts, with which a test proves that they are linear in the text. */
export interface MatchStats {
  attempts: number;
}

/** Matcher of many formats: one pass for all literal starts, and a pattern attempt only at those. */
export function createMatcher<T>(formats: readonly Format<T>[], stats: MatchStats = { attempts: 0 }) {
  const formatsByStart = new Map<string, Format<T>[]>();
  for (const format of formats) {
    for (const start of format.starts)
      formatsByStart.set(start, [...(formatsByStart.get(start) ?? []), format]);
  }
  // The longest start wins.
  const literals = [...formatsByStart.keys()].sort((a, b) => b.length - a.length);
  const starts = new RegExp(literals.map(escapeRegExp).join("|"), "g");

  return function* find({ text, overlap, continues }: Block): Generator<Match<T>> {
    starts.lastIndex = 0;
    for (let hit = starts.exec(text); hit; hit = starts.exec(text)) {
      const { index } = hit;
      let end = index + 1;
      for (const { what, pattern, isWithin } of formatsByStart.get(hit[0]) ?? []) {
        if (!isWithin && isWordCharacter(text, index - 1)) continue;
        stats.attempts += 1;
        pattern.lastIndex = index;
        const found = pattern.exec(text)?.[0];
        if (found === undefined) continue;
        end = Math.max(end, index + found.length);
        const wasSeen = overlap > 0 && (index === 0 || index + found.length < overlap);
        const mayContinue =
          continues && index + found.length === text.length && found.length < OVERLAP_CHARS - 1;
        if (!wasSeen && !mayContinue) yield { what, text: found, index };
        break;
      }
      starts.lastIndex = end;
    }
  };
}

const escapeRegExp = (literal: string): string => literal.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

function isWordCharacter(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (
    (code >= 48 && code <= 57) ||
    (code >= 65 && code <= 90) ||
    (code >= 97 && code <= 122) ||
    code === 95 ||
    code === 36
  );
}
