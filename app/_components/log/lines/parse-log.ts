import { createTerminal, showBidiControls, type TerminalLine } from "@/shared/build-log/terminal.ts";
import { countCells } from "./log-rows.ts";
import { applySgr, PLAIN_STYLE, toClassNames } from "./sgr.ts";

/** Line with its width in cells, and the time at which it arrived in seconds since 1970, if it is known. */
export type LogLine = TerminalLine & {
  cells: number;
  seconds: number | undefined;
  /** It may begin or end a group. */
  mayMark: boolean;
};

/** Times by position in a text: `[position, seconds]`. */
export type Arrivals = readonly (readonly [number, number])[];

/** Parser of a log with ANSI escape sequences: lines as a terminal shows them, with colors as class names. */
export const parseLog = (raw: string): LogLine[] => createLogParser().append(raw);

/** Parser of a growing log. Text is parsed once; only a line that has no end yet is parsed again with what follows. */
export function createLogParser() {
  const style = { ...PLAIN_STYLE };
  const terminal = createTerminal((parameters) => {
    applySgr(style, parameters);
    return toClassNames(style);
  });
  let ended: LogLine[] = [];
  let rest = "";
  let seconds: number | undefined;
  let restSeconds: number | undefined;

  function previewRest(): LogLine[] {
    const before = { ...style };
    const { lines, redrawn } = terminal.preview(rest);
    Object.assign(style, before);
    return redraw(ended.concat(lines.map((line) => toLogLine(line, restSeconds))), redrawn);
  }

  return {
    /** @returns all lines so far */
    append: (text: string, arrivals: Arrivals = []): LogLine[] => {
      // Of one length, so that arrivals stay where they are.
      const raw = rest + showBidiControls(text);
      const end = raw.lastIndexOf("\n") + 1;
      const times = createClock(arrivals, rest.length, seconds);
      let position = 0;
      const isContinued = rest !== "";
      const { lines, redrawn } = terminal.render(raw.slice(0, end));
      const fresh = lines.map((line, index) => {
        const at = index === 0 && isContinued ? restSeconds : times.at(position);
        position = raw.indexOf("\n", position) + 1;
        return toLogLine(line, at);
      });
      if (fresh.length > 0) ended = redraw(ended.concat(fresh), redrawn);
      if (end > 0 || !isContinued) restSeconds = times.at(end);
      seconds = times.at(raw.length);
      rest = raw.slice(end);
      return rest === "" ? ended : previewRest();
    },
  };
}

const toLogLine = (line: TerminalLine, seconds: number | undefined): LogLine => ({
  ...line,
  cells: countCells(line.text),
  seconds,
  mayMark: mayMarkGroup(line.text),
});

/** Replaces lines that later output redrew; they keep their times. */
function redraw(lines: LogLine[], redrawn: ReadonlyMap<number, TerminalLine>): LogLine[] {
  for (const [index, line] of redrawn) lines[index] = toLogLine(line, lines[index]?.seconds);
  return lines;
}

/** Times of ascending positions in a text whose arrivals begin at `offset`. */
function createClock(arrivals: Arrivals, offset: number, before: number | undefined) {
  let next = 0;
  let seconds = before;
  return {
    at: (position: number): number | undefined => {
      for (let entry = arrivals[next]; entry && entry[0] + offset <= position; entry = arrivals[next]) {
        seconds = entry[1];
        next += 1;
      }
      return seconds;
    },
  };
}

/** First characters of headers, and of timestamps and the like in front of them. */
const [MARKS, PREFIXES] = ["-+~>:#^*", "[0123456789"];
const MARKS_INSIDE = ["::", "##[", "--- ", "+++ ", "~~~ ", "> "];

/** Quick test for lines that begin or end a group, made once for each line: a long log has few of them. */
function mayMarkGroup(text: string): boolean {
  const first = text[0] ?? "";
  if (MARKS.includes(first)) return true;
  if (PREFIXES.includes(first)) return MARKS_INSIDE.some((mark) => text.includes(mark));
  return text.includes("(in target '") || text.startsWith("FAILURE: ") || text.startsWith("BUILD ");
}
