import { applySgr, PLAIN_STYLE, type TextStyle, toClassNames } from "./sgr";

/** Part of a line in one style; `look` holds class names, and is empty for plain text. */
export type LogSpan = { text: string; look: string };

/** Line without escape sequences. `spans` is null for plain text. */
export type LogLine = { text: string; spans: LogSpan[] | null };

/** Escape sequence (CSI with its parameters and final byte, OSC, others) or control character. */
const CONTROL = new RegExp(
  [
    "(?:\\x1b\\[|\\x9b)([0-?]*)[ -/]*([@-~])",
    "\\x1b\\][^\\x07\\x1b]*(?:\\x07|\\x1b\\\\)?",
    "\\x1b[ -/]*[0-~]?",
    "(?!\\t)\\p{Cc}",
  ].join("|"),
  "gu",
);
const ANY_CONTROL = /(?!\t)\p{Cc}/u;

/** Parser state: the style that the next line begins with. */
type Pen = { look: TextStyle; name: string };

/**
 * Parser of a log with ANSI escape sequences: CRLF ends a line, a lone carriage return overwrites it, colors become
 * styles that last until they change, and all other control sequences are dropped.
 */
export function parseLog(raw: string): LogLine[] {
  const pen: Pen = { look: { ...PLAIN_STYLE }, name: "" };
  const rows = raw.replaceAll("\r\n", "\n").split("\n");
  if (rows.at(-1) === "") rows.pop();
  return rows.map((row) =>
    pen.name === "" && !ANY_CONTROL.test(row) ? { text: row, spans: null } : readLine(row, pen),
  );
}

function readLine(row: string, pen: Pen): LogLine {
  let spans: LogSpan[] = [];
  let read = 0;
  CONTROL.lastIndex = 0;
  for (let match = CONTROL.exec(row); match; match = CONTROL.exec(row)) {
    if (match.index > read) spans.push({ text: row.slice(read, match.index), look: pen.name });
    read = CONTROL.lastIndex;
    const [control, parameters, final] = match;
    if (final === "m") {
      applySgr(pen.look, parameters ?? "");
      pen.name = toClassNames(pen.look);
    }
    if (control === "\r" && read < row.length) spans = [];
  }
  if (read < row.length) spans.push({ text: row.slice(read), look: pen.name });
  const isPlain = spans.every((span) => span.look === "");
  return { text: spans.map((span) => span.text).join(""), spans: isPlain ? null : spans };
}
