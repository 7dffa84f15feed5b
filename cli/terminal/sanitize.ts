import type { Writable } from "node:stream";
import { isRightToLeft } from "@/shared/text/isolate.ts";

/** Output stream that may be a terminal. */
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

/**
 * Random marker in the program's own escape sequences. Text from outside (file names, build logs, API responses) must
 * not control the terminal. `sanitize` keeps marked color codes, removes their marker and escapes every other control
 * character; outside text cannot contain the marker because it is new in each process.
 */
const MARKER = (Math.random().toFixed(12).slice(2).match(/.{4}/g) ?? []).join(";");

/** SGR escape sequence (color or style) with the marker. */
export const markedSgr = (code: number): string => `\u001b[${code};${MARKER}m`;

// Control characters and bidirectional overrides.
const BIDI = "\\u202a-\\u202e\\u2066-\\u2069";
const UNSAFE = `[\\x00-\\x1f\\x7f-\\x9f${BIDI}]`;
const UNSAFE_EXCEPT_WHITESPACE = `[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f${BIDI}]`;
const MARKER_PATTERN = MARKER.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const MARKED_SGR = `\\x1b\\[(\\d+);${MARKER_PATTERN}m`;
const UNSAFE_IN_LINE = new RegExp(`${MARKED_SGR}|${UNSAFE}`, "gu");
const UNSAFE_IN_TEXT = new RegExp(`${MARKED_SGR}|${UNSAFE_EXCEPT_WHITESPACE}`, "gu");

/** Escaped text on a single line; line breaks and tabs are escaped too. Marked color codes stay marked. */
export const sanitizeLine = (text: string): string =>
  text.replaceAll(UNSAFE_IN_LINE, (found: string, sgr?: string) => (sgr ? found : toEscape(found)));

/** Escaped text for output: line breaks and tabs stay, marked color codes lose their marker. */
export const sanitize = (text: string): string =>
  text
    .replaceAll("\r\n", "\n")
    .replaceAll(UNSAFE_IN_TEXT, (found: string, code?: string) => (code ? unmark(code) : toEscape(found)));

/** Codes of marked isolates: no style has them, and they have no width either. */
const ISOLATES: Record<string, string> = { "2068": "\u2068", "2069": "\u2069" };

const unmark = (code: string): string => ISOLATES[code] ?? `\u001b[${code}m`;

/** Name from outside; one that runs from right to left is isolated, so that a version beside it keeps its order. */
export const isolateName = (name: string): string =>
  isRightToLeft(name) ? `${markedSgr(2068)}${name}${markedSgr(2069)}` : name;

export const write = (stream: OutputStream, text: string): void => void stream.write(sanitize(text));

/** Indented JSON with control characters as `\u` escapes; it parses to the same value. */
export const sanitizeJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(UNSAFE_IN_TEXT, (found) => `\\u${toHex(found, 4)}`);

const SHORT_ESCAPES: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const toEscape = (found: string): string =>
  SHORT_ESCAPES[found] ?? (found > "\u00ff" ? `\\u${toHex(found, 4)}` : `\\x${toHex(found, 2)}`);

const toHex = (found: string, digits: number): string =>
  (found.codePointAt(0) ?? 0).toString(16).padStart(digits, "0");
