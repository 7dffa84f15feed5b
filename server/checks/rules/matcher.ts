import { type Block, CARRIED_CHARS } from "./blocks.ts";

/**
 * Something to look for. A match begins with one of `starts`, as a word of its own unless it `isWithin` words, and is
 * what `pattern`, which is sticky, takes from there on. Patterns have neither `*`, `+` nor open ends, and repeat no
 * group: so a try costs no more than `CARRIED_CHARS` steps or so, whatever the text.
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
  /** Where in the block. */
  index: number;
}

/** How often patterns were tried; for the proof that this is bounded by the length of the text. */
export interface Effort {
  tries: number;
}

/** Looks for all the formats at once: one pass for their literal starts, and a pattern only where one stands. */
export function createMatcher<T>(formats: readonly Format<T>[], effort: Effort = { tries: 0 }) {
  const ofStart = new Map<string, Format<T>[]>();
  for (const format of formats) {
    for (const start of format.starts) ofStart.set(start, [...(ofStart.get(start) ?? []), format]);
  }
  // Of two starts at one place the longer comes first.
  const literals = [...ofStart.keys()].sort((a, b) => b.length - a.length);
  const starts = new RegExp(literals.map(quoted).join("|"), "g");

  return function* find({ text, carried, continues }: Block): Generator<Match<T>> {
    starts.lastIndex = 0;
    for (let hit = starts.exec(text); hit; hit = starts.exec(text)) {
      const { index } = hit;
      let end = index + 1;
      for (const { what, pattern, isWithin } of ofStart.get(hit[0]) ?? []) {
        if (!isWithin && isWordCharacter(text, index - 1)) continue;
        effort.tries += 1;
        pattern.lastIndex = index;
        const found = pattern.exec(text)?.[0];
        if (found === undefined) continue;
        end = Math.max(end, index + found.length);
        const wasSeen = carried > 0 && (index === 0 || index + found.length < carried);
        const mayGoOn = continues && index + found.length === text.length && found.length < CARRIED_CHARS - 1;
        if (!wasSeen && !mayGoOn) yield { what, text: found, index };
        break;
      }
      starts.lastIndex = end;
    }
  };
}

const quoted = (literal: string): string => literal.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

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
