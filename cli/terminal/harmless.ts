import type { Output } from "./terminal.ts";

/**
 * Text of others must not act on a terminal: names of files, logs of builds, what a platform answers. So the program's
 * own colours carry a mark that is made for this run and that no text can have known; at the one place where text
 * leaves the program the mark is taken off, and every other control character is spelled out.
 */
const MARK = (Math.random().toFixed(12).slice(2).match(/.{4}/g) ?? []).join(";");

/** The sequence that switches one of the program's own looks on or off. */
export const ownSgr = (code: number): string => `\u001b[${code};${MARK}m`;

// Controls, and what turns the direction of the text behind it around.
const ACTING = "\\p{Cc}|[\\u202a-\\u202e\\u2066-\\u2069]";
const OWN = `\\x1b\\[(\\d+);${MARK}m`;
const IN_LINE = new RegExp(`${OWN}|${ACTING}`, "gu");
const IN_LINES = new RegExp(`${OWN}|(?![\\n\\t])(?:${ACTING})`, "gu");

/** Text that is to stay on its line, whatever is in it; it may hold colours of the program. */
export const oneLine = (text: string): string =>
  text.replaceAll(IN_LINE, (found: string, own?: string) => (own ? found : spell(found)));

/** Text as it may leave the program: in lines of its own, and in no colours but the program's. */
export const harmless = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(IN_LINES, (found: string, own?: string) => (own ? `\u001b[${own}m` : spell(found)));

export const write = (stream: Output, text: string): void => void stream.write(harmless(text));

/** A value as JSON, in which nothing acts on a terminal either. */
export const harmlessJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(IN_LINES, (found) => `\\u${hex(found, 4)}`);

const SHORT: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const spell = (found: string): string =>
  SHORT[found] ?? (found > "\u00ff" ? `\\u${hex(found, 4)}` : `\\x${hex(found, 2)}`);

const hex = (found: string, digits: number): string =>
  (found.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
