import { renderTerminal, type TerminalLine, type TerminalSpan } from "@/server/terminal-output/policy";
import { applySgr, PLAIN_STYLE, toClassNames } from "./sgr";

/** Part of a line in one style; `look` holds class names, and is empty for plain text. */
export type LogSpan = TerminalSpan;

export type LogLine = TerminalLine;

/** Parser of a log with ANSI escape sequences: lines as a terminal shows them, with colors as class names. */
export function parseLog(raw: string): LogLine[] {
  const style = { ...PLAIN_STYLE };
  return renderTerminal(raw, (parameters) => {
    applySgr(style, parameters);
    return toClassNames(style);
  });
}
