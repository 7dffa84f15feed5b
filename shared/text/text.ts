import { z } from "zod";
import { MAX_SEARCH_LENGTH } from "@/shared/bounds.ts";
import { formatNumber } from "./format.ts";
import { hasHiddenInMarkdown, hasHiddenInName, isVisible } from "./hidden-characters.ts";
import { isUuid } from "./uuid.ts";

/** Length in Unicode code points, the unit of every limit. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Text of `min` to `max` characters, taken exactly as sent, without control characters and lone surrogates. One is visible if any is required. */
export function plainText(max: number, min = 0) {
  return z.string({ error: requiredText }).superRefine((text, issue) => {
    refuse(text, issue, { min, max, controls: /\p{Cc}/u });
  });
}

/** Name or other line: NFC-normalized and trimmed, then `min` to `max` characters, one of them visible and none of them hidden. */
export function singleLineText(max: number, min = 1) {
  return normalizedText({ min, max, controls: /\p{Cc}/u, hasHidden: hasHiddenInName });
}

/**
 * Name of a person or a workspace: a line without a web address. Anybody can choose one, and mails to other people show
 * it, where mail programs would make a link of it.
 */
export function displayName(max: number) {
  return singleLineText(max).refine((name) => !hasWebAddress(name), "must not contain a web address");
}

/** True if mail programs would show a link in the text. Bare domains do not count: they are names as well. */
export const hasWebAddress = (text: string): boolean => /[a-z]:\/\/|\bwww\./i.test(text);

/** Plain text or Markdown: normalized like a line, with line feeds, tabs and joiners; CRLF becomes LF. */
export function multilineText(max: number, min = 1) {
  return normalizedText({ min, max, controls: /(?![\n\t])\p{Cc}/u, hasHidden: hasHiddenInMarkdown });
}

/** Search text, NFC-normalized like what it is compared with. Empty means everything. */
export const searchText = () =>
  plainText(MAX_SEARCH_LENGTH).transform((text) => text.normalize("NFC").trim());
/** Opaque cursor of a page. The list that it belongs to decodes it. */
export const pageCursor = () => plainText(2_048);

/** LIKE pattern that matches a literal text anywhere. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

/**
 * Reference by id, in lower case. What is no UUID becomes the nil UUID, which no row has: services answer "not
 * found".
 */
export const reference = () =>
  z
    .string({ error: requiredText })
    .transform((id) => (isUuid(id.toLowerCase()) ? id.toLowerCase() : NIL_UUID));

/** Value of a closed vocabulary; the error lists it. */
export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

/** UUID in a path, in lower case. */
export const pathId = () => z.guid().transform((id) => id.toLowerCase());

/** SHA-256 in lowercase hexadecimal digits. */
export const SHA256 = /^[0-9a-f]{64}$/;

const NIL_UUID = "00000000-0000-0000-0000-000000000000";

interface TextRule {
  min: number;
  max: number;
  controls: RegExp;
  hasHidden?: (text: string) => boolean;
}

function normalizedText(rule: TextRule) {
  return z
    .string({ error: requiredText })
    .transform((text) => (text.isWellFormed() ? text.normalize("NFC").replaceAll("\r\n", "\n").trim() : text))
    .superRefine((text, issue) => refuse(text, issue, rule));
}

function refuse(text: string, issue: z.core.$RefinementCtx<string>, rule: TextRule): void {
  if (!text.isWellFormed()) {
    issue.addIssue({ code: "custom", message: "must be valid Unicode" });
    return;
  }
  if (rule.controls.test(text)) {
    issue.addIssue({ code: "custom", message: "must not contain control characters" });
  }
  if (rule.hasHidden?.(text)) {
    issue.addIssue({ code: "custom", message: HIDDEN_MESSAGE });
  }
  if (rule.min > 0 && text !== "" && !isVisible(text)) {
    issue.addIssue({ code: "custom", message: "must contain a visible character" });
  }
  const length = countCharacters(text);
  if (length < rule.min || length > rule.max) {
    issue.addIssue({ code: "custom", message: describeLength(rule) });
  }
}

/** "must be 1 to 80 characters long", or "must be at most 20,000 characters long" where nothing is allowed, too. */
function describeLength({ min, max }: Pick<TextRule, "min" | "max">): string {
  const limit = formatNumber(max);
  return min === 0
    ? `must be at most ${limit} characters long`
    : `must be ${min} to ${limit} characters long`;
}

const HIDDEN_MESSAGE = "must not contain invisible or bidirectional control characters or line separators";

function requiredText(issue: { input: unknown }): string {
  return issue.input === undefined ? "is required" : "must be a string";
}

/** RFC 3339 timestamp with milliseconds of PostgreSQL's text form `2026-03-01 09:30:00.5+00`. */
export function isoInstant(text: string): string {
  if (!text.endsWith("+00")) return new Date(text).toISOString();
  const time = text.slice(11, -3);
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, "0")}Z`;
}
