/** Matches of a search: line, start and end of each, one after the other; `isLimited` if there are more. */
export type LogMatches = { ranges: Int32Array; isLimited: boolean };

export const NO_MATCHES: LogMatches = { ranges: new Int32Array(0), isLimited: false };

export type LogQuery = { text: string; isRegex: boolean };

export const MAX_MATCHES = 500_000;

/** Case-insensitive pattern of a query; its message if it is no valid expression. */
export function toPattern({ text, isRegex }: LogQuery): { pattern?: RegExp; problem?: string } {
  if (text === "") return {};
  if (!isRegex) return { pattern: new RegExp(text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu") };
  try {
    return { pattern: compile(text) };
  } catch (error) {
    const reason = error instanceof SyntaxError ? error.message.split(": ").at(-1) : undefined;
    return { problem: reason ? `Invalid expression: ${reason.toLowerCase()}` : "Invalid expression" };
  }
}

/** With `u` characters beyond the BMP are one each; expressions that only work without it are common. */
function compile(text: string): RegExp {
  try {
    return new RegExp(text, "giu");
  } catch {
    return new RegExp(text, "gi");
  }
}

/** Matches of a pattern in lines, line by line; empty ones do not count. */
export function findMatches(lines: readonly string[], pattern: RegExp): LogMatches {
  const ranges: number[] = [];
  for (const [index, line] of lines.entries()) {
    for (const match of line.matchAll(pattern)) {
      if (match[0] === "") continue;
      if (ranges.length >= 3 * MAX_MATCHES) return { ranges: Int32Array.from(ranges), isLimited: true };
      ranges.push(index, match.index, match.index + match[0].length);
    }
  }
  return { ranges: Int32Array.from(ranges), isLimited: false };
}

/** Lines with a match, ascending. */
export function toMatchingLines({ ranges }: LogMatches): number[] {
  const lines: number[] = [];
  for (let at = 0; at < ranges.length; at += 3) {
    const line = ranges[at] ?? 0;
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}

const NO_RANGES: [number, number][] = [];

/** Matches within one line, by binary search. */
export function matchesOfLine({ ranges }: LogMatches, line: number): [number, number][] {
  let low = 0;
  let high = ranges.length / 3;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[3 * middle] ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  if (ranges[3 * low] !== line) return NO_RANGES;
  const found: [number, number][] = [];
  for (let at = 3 * low; ranges[at] === line; at += 3) found.push([ranges[at + 1] ?? 0, ranges[at + 2] ?? 0]);
  return found;
}
