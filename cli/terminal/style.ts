import { inspect } from "node:util";
import { ownSgr } from "./harmless.ts";
import type { Output, Surroundings } from "./terminal.ts";

const FORMATS = ["bold", "dim", "red", "green", "yellow", "cyan"] as const;

/** How text is made to stand out on one stream; on a plain one it stays as it is. */
export type Style = Record<(typeof FORMATS)[number], (text: string) => string>;

/** The style for a stream: colour on a terminal, none when piped, and as `NO_COLOR` and `FORCE_COLOR` wish. */
export function styleOf(stream: Output, env: Surroundings["env"]): Style {
  const isColoured = hasColour(stream, env);
  const entries = FORMATS.map((format) => [format, isColoured ? painter(format) : plain]);
  return Object.fromEntries(entries) as Style;
}

export function hasColour(stream: Output, env: Surroundings["env"]): boolean {
  if (env["NO_COLOR"]) return false;
  const { FORCE_COLOR: forced, TERM: terminal } = env;
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && terminal !== "dumb";
}

const plain = (text: string) => text;

function painter(format: (typeof FORMATS)[number]): (text: string) => string {
  const [on, off] = inspect.colors[format] ?? [0, 0];
  return (text) => (text === "" ? "" : ownSgr(on) + text + ownSgr(off));
}
