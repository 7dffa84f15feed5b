import { inspect, stripVTControlCharacters } from "node:util";
import { firstCharacters } from "@/shared/text/truncate.ts";
import { markedSgr, type OutputStream } from "./sanitize.ts";

const FORMATS = ["bold", "dim", "red", "green", "yellow", "cyan"] as const;

/** Text styles of one stream; without color support each returns its text unchanged. */
export type Style = Record<(typeof FORMATS)[number], (text: string) => string>;

export type Env = Record<string, string | undefined>;

export function createStyle(stream: OutputStream, env: Env): Style {
  const isColored = supportsColor(stream, env);
  const entries = FORMATS.map((format) => [
    format,
    isColored ? createPainter(format) : (text: string) => text,
  ]);
  return Object.fromEntries(entries) as Style;
}

/** Color support: a terminal that is not dumb, unless `NO_COLOR` or `FORCE_COLOR` decides. */
export function supportsColor(stream: OutputStream, env: Env): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  return stream.isTTY === true && TERM !== "dumb";
}

function createPainter(format: (typeof FORMATS)[number]): (text: string) => string {
  const [on, off] = inspect.colors[format] ?? [0, 0];
  return (text) => (text === "" ? "" : markedSgr(on) + text + markedSgr(off));
}

/** Visible width in code points; wide characters count as one. */
export const getWidth = (text: string): number => [...stripVTControlCharacters(text)].length;

const ESC = "\u001b";
const SGR = new RegExp(`(${ESC}\\[[\\d;]*m)`);

/** Text cut to a visible width, with an ellipsis; escape sequences are kept. */
export function truncate(text: string, columns: number): string {
  if (getWidth(text) <= columns) return text;
  let left = Math.max(0, columns - 1);
  const parts = text.split(SGR).map((part, index) => {
    if (index % 2 === 1) return part;
    const visible = firstCharacters(part, left);
    left -= getWidth(visible);
    return visible;
  });
  return `${parts.join("")}…`;
}
