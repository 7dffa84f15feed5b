import { oneLine, write } from "./harmless.ts";
import type { Style } from "./style.ts";
import { widthOf } from "./table.ts";
import type { Output } from "./terminal.ts";

/** What is under way; as a function where it changes with time alone, or with the columns that there are. */
export type Progress = string | ((columns: number) => string);

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
const ESC = "\u001b";
const CLEAR_LINE = `\r${ESC}[2K`;
const HIDE_CURSOR = `${ESC}[?25l`;
const SHOW_CURSOR = `${ESC}[?25h`;

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
    const columns = (stderr.columns || 80) - 3;
    const text = typeof shown === "string" ? shown : shown(columns);
    stderr.write(CLEAR_LINE);
    write(stderr, `${style.cyan(FRAMES[frame % FRAMES.length] ?? "")} ${shorten(oneLine(text), columns)}`);
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

const WIDEST_BAR = 24;
const NARROWEST_BAR = 4;

/** "━━━━━━━━────────  42%" in so many columns at the most; where they are few, the share alone. */
export function formatBar(ratio: number, style: Style, columns: number): string {
  const share = `${String(Math.floor(ratio * 100)).padStart(3)}%`;
  const width = Math.min(WIDEST_BAR, columns - share.length - 1);
  if (width < NARROWEST_BAR) return share.trim();
  const full = Math.round(Math.min(1, Math.max(0, ratio)) * width);
  return `${style.cyan("━".repeat(full)) + style.dim("─".repeat(width - full))} ${share}`;
}

const LOOK = new RegExp(`(${ESC}\\[[\\d;]*m)`);

/** A line that wrapped could not be drawn over. What is left keeps its colours. */
export function shorten(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let left = Math.max(0, columns - 1);
  const parts = text.split(LOOK).map((part, index) => {
    if (index % 2 === 1) return part;
    const shown = [...part].slice(0, left);
    left -= shown.length;
    return shown.join("");
  });
  return `${parts.join("")}…`;
}
