import type { LogLine, LogSpan } from "./parse-log";

/** How tools say that this, here, is what went wrong. */
const TELLING = [
  /^e: /,
  /\b(fatal )?error(\[\w+\]|\s+[A-Z]{1,4}\d+)?:/i,
  /^npm (error|ERR!)/,
  /^\s*(FAIL|●|✗|✘|×)(\s|$)/,
  /^(FAILURE|FATAL|\[!\]|Undefined symbols)/,
  /\b\w*(Exception|Error)\b(:|$)/,
  /\bpanicked at\b/,
];

/** Words that merely suggest it, for logs in which nothing is telling. */
const SUSPICIOUS = /\b(failed|failure|fatal|error|exception|killed|denied|aborted|not found|exited with)\b/i;
const HARMLESS = /^\s*(w:|warn(ing)?\b|npm warn\b|note:|info\b)|\b(0|no) (errors?|failures?|failed)\b/i;

/** The index of the line to read first in a log of something that failed; undefined if none stands out. */
export function findFirstError(lines: LogLine[]): number | undefined {
  const telling = lines.findIndex(
    ({ text }) => !HARMLESS.test(text) && TELLING.some((pattern) => pattern.test(text)),
  );
  if (telling >= 0) return telling;
  const suspicious = lines.findIndex(({ text }) => !HARMLESS.test(text) && SUSPICIOUS.test(text));
  return suspicious >= 0 ? suspicious : undefined;
}

/** What was typed, anywhere and in either case. */
export function toPattern(query: string): RegExp | undefined {
  return query === "" ? undefined : new RegExp(query.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "giu");
}

/** The indexes of the lines that hold the pattern. */
export function findLines(lines: LogLine[], pattern: RegExp | undefined): number[] {
  if (!pattern) return [];
  const once = new RegExp(pattern.source, "iu");
  return lines.flatMap(({ text }, index) => (once.test(text) ? [index] : []));
}

export type MarkedSpan = LogSpan & { isMatch: boolean };

/** The line in stretches of one look, cut where a match begins and ends. */
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
