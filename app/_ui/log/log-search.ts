import type { LogLine, LogSpan } from "./parse-log";

/** Case-insensitive search pattern of a query. */
export function toPattern(query: string): RegExp | undefined {
  return query === "" ? undefined : new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu");
}

/** Indexes of the lines that match. */
export function findLines(lines: LogLine[], pattern: RegExp | undefined): number[] {
  if (!pattern) return [];
  return lines.flatMap(({ text }, index) => (text.search(pattern) >= 0 ? [index] : []));
}

export type MarkedSpan = LogSpan & { isMatch: boolean };

/** Spans of a line, split where a match begins and ends. */
export function markSpans({ text, spans }: LogLine, pattern: RegExp | undefined): MarkedSpan[] {
  const ranges = pattern
    ? [...text.matchAll(pattern)].map((match) => [match.index, match.index + match[0].length] as const)
    : [];
  const marked: MarkedSpan[] = [];
  let start = 0;
  for (const span of spans ?? [{ text, look: "" }]) {
    const end = start + span.text.length;
    const inside = ranges.flatMap((range) => range.filter((at) => at > start && at < end));
    const cuts = [start, ...inside, end];
    for (const [index, from] of cuts.slice(0, -1).entries()) {
      const isMatch = ranges.some(([first, last]) => from >= first && from < last);
      marked.push({ text: text.slice(from, cuts[index + 1]), look: span.look, isMatch });
    }
    start = end;
  }
  return marked;
}
