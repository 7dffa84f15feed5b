import { type OutputStream, sanitizeLine, write } from "./sanitize.ts";
import { type Style, truncate } from "./style.ts";

/** Spinner text; a function if it changes with time or with the terminal's width. */
export type SpinnerText = string | ((columns: number) => string);

/** Progress line for a running task. */
export interface Spinner {
  update: (text: SpinnerText) => void;
  /** Removes the spinner. */
  stop: () => void;
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_INTERVAL_MS = 80;
const ESC = "\u001b";
const CLEAR_LINE = `\r${ESC}[2K`;
const HIDE_CURSOR = `${ESC}[?25l`;
const SHOW_CURSOR = `${ESC}[?25h`;

/** Starts an animated spinner on a terminal. */
export function startSpinner(initial: SpinnerText, stderr: OutputStream, style: Style): Spinner {
  let current = initial;
  let frame = 0;
  const draw = () => {
    const columns = (stderr.columns || 80) - 3;
    const text = typeof current === "string" ? current : current(columns);
    stderr.write(CLEAR_LINE);
    // A wrapped line could not be cleared.
    const line = truncate(sanitizeLine(text), columns);
    write(stderr, `${style.cyan(FRAMES[frame++ % FRAMES.length] ?? "")} ${line}`);
  };
  const showCursor = () => void stderr.write(SHOW_CURSOR);
  stderr.write(HIDE_CURSOR);
  process.once("exit", showCursor);
  draw();
  const timer = setInterval(draw, FRAME_INTERVAL_MS);
  const stop = () => {
    clearInterval(timer);
    process.off("exit", showCursor);
    stderr.write(CLEAR_LINE + SHOW_CURSOR);
  };
  return {
    update: (text) => {
      current = text;
    },
    stop,
  };
}

const MAX_BAR_WIDTH = 24;
const MIN_BAR_WIDTH = 4;

/** Progress bar in at most `columns`: "━━━━━━━━────────  42%"; the percentage alone if the bar would be too short. */
export function formatProgressBar(ratio: number, style: Style, columns: number): string {
  const percentage = `${String(Math.floor(ratio * 100)).padStart(3)}%`;
  const width = Math.min(MAX_BAR_WIDTH, columns - percentage.length - 1);
  if (width < MIN_BAR_WIDTH) return percentage.trim();
  const filled = Math.round(Math.min(1, Math.max(0, ratio)) * width);
  return `${style.cyan("━".repeat(filled)) + style.dim("─".repeat(width - filled))} ${percentage}`;
}
