import { z } from "zod";

/** Length in Unicode code points, as every limit of the product counts. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** A string of `min` to `max` characters taken exactly as sent, without control characters or lone surrogates. */
export function plainText(max: number, min = 0) {
  return z.string({ error: requiredText }).superRefine((text, issue) => {
    refuse(text, issue, { min, max, controls: /\p{Cc}/u });
  });
}

/** One line for people: NFC-normalised and trimmed first, then 1 to `max` characters. */
export function singleLineText(max: number) {
  return normalisedText(1, max, /\p{Cc}/u);
}

/** Prose for people, perhaps Markdown: like a line, but line feeds and tabs are welcome and CRLF becomes LF. */
export function multilineText(max: number, min = 1) {
  return normalisedText(min, max, /(?![\n\t])\p{Cc}/u);
}

/** What somebody looks for in a list, NFC-normalised as what is found was; nothing finds all. */
export const searchText = () =>
  plainText(MAX_SEARCH_LENGTH).transform((text) => text.normalize("NFC").trim());
export const MAX_SEARCH_LENGTH = 100;

/** The pattern of LIKE that finds a text anywhere, taken as it is. */
export const containsPattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

/** Reference by id, in lower case. What is no UUID becomes an id that no row has, so that services answer "not found". */
export const reference = () =>
  z
    .string({ error: requiredText })
    .transform((id) => (isUuid(id.toLowerCase()) ? id.toLowerCase() : NIL_UUID));

/** A path's identifier: a UUID in either case, given on in lower case. */
export const pathId = () => z.guid().transform((id) => id.toLowerCase());

/** Whether a text is a UUID in lower case. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** A SHA-256 as every layer writes it. */
export const SHA256 = /^[0-9a-f]{64}$/;

const NIL_UUID = "00000000-0000-0000-0000-000000000000";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function normalisedText(min: number, max: number, controls: RegExp) {
  return z
    .string({ error: requiredText })
    .transform((text) => (text.isWellFormed() ? text.normalize("NFC").replaceAll("\r\n", "\n").trim() : text))
    .superRefine((text, issue) => refuse(text, issue, { min, max, controls }));
}

function refuse(
  text: string,
  issue: z.core.$RefinementCtx<string>,
  rule: { min: number; max: number; controls: RegExp },
): void {
  if (!text.isWellFormed()) {
    issue.addIssue({ code: "custom", message: "must not contain lone surrogates" });
    return;
  }
  if (rule.controls.test(text)) {
    issue.addIssue({ code: "custom", message: "must not contain control characters" });
  }
  const length = countCharacters(text);
  if (length < rule.min || length > rule.max) {
    issue.addIssue({ code: "custom", message: `must be ${rule.min} to ${rule.max} characters long` });
  }
}

function requiredText(issue: { input: unknown }): string {
  return issue.input === undefined ? "is required" : "must be a string";
}

/** PostgreSQL's text of an instant, `2026-03-01 09:30:00.5+00`, as RFC 3339 with milliseconds. */
export function isoInstant(text: string): string {
  if (!text.endsWith("+00")) return new Date(text).toISOString();
  const time = text.slice(11, -3);
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, "0")}Z`;
}
