import { stripVTControlCharacters } from "node:util";
import type { Style } from "./style.ts";
import type { Output } from "./terminal.ts";

/** What is under way; as a function where it changes with time alone. */
export type Progress = string | (() => string);

/** A line that tells what is under way until it is done or given up. */
export interface Activity {
  update: (progress: Progress) => void;
  /** Ends it with a line that stays. */
  done: (text: string) => void;
  /** Ends it without a trace. */
  clear: () => void;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 80;
const CLEAR_LINE = "\r\u001b[2K";
const HIDE_CURSOR = "\u001b[?25l";
const SHOW_CURSOR = "\u001b[?25h";

/** On a terminal: one line, drawn again and again. */
export function animated(
  first: Progress,
  stderr: Output,
  style: Style,
  step: (text: string) => void,
): Activity {
  let shown = first;
  let frame = 0;
  const draw = () => {
    const text = typeof shown === "string" ? shown : shown();
    const line = shorten(text, (stderr.columns ?? 80) - 3);
    stderr.write(`${CLEAR_LINE}${style.cyan(FRAMES[frame % FRAMES.length] ?? "")} ${line}`);
    frame += 1;
  };
  const showCursor = () => void stderr.write(SHOW_CURSOR);
  stderr.write(HIDE_CURSOR);
  process.once("exit", showCursor);
  draw();
  const timer = setInterval(draw, FRAME_MS);
  const clear = () => {
    clearInterval(timer);
    process.off("exit", showCursor);
    stderr.write(CLEAR_LINE + SHOW_CURSOR);
  };
  return {
    update: (next) => {
      shown = next;
    },
    done: (last) => {
      clear();
      step(last);
    },
    clear,
  };
}

/** Elsewhere: nothing until it is done. */
export function steady(step: (text: string) => void): Activity {
  return { update: () => {}, done: step, clear: () => {} };
}

const BAR_WIDTH = 24;

/** "━━━━━━━━──────── 42%". */
export function formatBar(ratio: number, style: Style): string {
  const full = Math.round(Math.min(1, Math.max(0, ratio)) * BAR_WIDTH);
  const bar = style.cyan("━".repeat(full)) + style.dim("─".repeat(BAR_WIDTH - full));
  return `${bar} ${String(Math.floor(ratio * 100)).padStart(3)}%`;
}

/** A line that wrapped could not be drawn over. */
function shorten(text: string, width: number): string {
  const plain = stripVTControlCharacters(text);
  return [...plain].length <= width ? text : `${[...plain].slice(0, Math.max(0, width - 1)).join("")}…`;
}
