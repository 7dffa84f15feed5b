import { UUID_LENGTH } from "@/shared/bounds.ts";
import { truncate } from "@/shared/text/truncate.ts";
import { describeNamed } from "./actions";
import type { Fields } from "./changes";
import { describeField, describePlainValue, describeWord, isMeasure } from "./fields";

interface Entry {
  action: string;
  subject: { type: string; name: string | null };
  before: Fields;
  after: Fields;
}

/** Sentence of an entry: "Queued Field Notes #99: platform Android, version 1.4.0". */
export function describeEntry(entry: Entry): string {
  const { action, after } = entry;
  const sentence = describeNamed(action, nameSubject(entry));
  const details =
    action === "listing.check" && after?.["state"] === "DONE"
      ? describeFindings(after)
      : describeChanges(entry).join(", ");
  return details === "" ? sentence : `${sentence}: ${details}`;
}

/** Nouns of subjects whose name alone is another thing’s, or says too little. */
const NAMED_NOUNS: Record<string, string> = {
  api_token: "API token",
  item_report: "the problem report about",
  rollout: "the rollout of",
};

function nameSubject({ subject: { type, name } }: Entry): string | null {
  const noun = NAMED_NOUNS[type];
  return noun && name !== null ? `${noun} ${name}` : name;
}

/** "2 high, 1 low", or "no findings". */
function describeFindings(counts: NonNullable<Fields>): string {
  const found = ["high", "medium", "low"].filter((severity) => counts[severity] !== 0);
  return found.length === 0
    ? "no findings"
    : found.map((severity) => `${describeValue(severity, counts[severity])} ${severity}`).join(", ");
}

function describeChanges({ action, subject, before, after }: Entry): string[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields.flatMap((field) => {
    if (isInName(field, subject.name, before, after)) return [];
    // A variable without platforms is one of all platforms.
    if (action === "app.set_variable" && field === "platforms" && isEmptyList(after?.[field])) {
      return isEmptyList(before?.[field]) ? [] : ["all platforms"];
    }
    return describeChange(field, before, after) ?? [];
  });
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Fields that the names of subjects consist of. */
const NAMING_FIELDS = ["name", "title", "slug", "version", "number"];

/** True if a field that did not change says what the subject's name says. */
function isInName(field: string, name: string | null, before: Fields, after: Fields): boolean {
  if (name === null || (before?.[field] !== undefined && after?.[field] !== undefined)) return false;
  const value = after?.[field] ?? before?.[field];
  if (field === "appId") return true;
  return NAMING_FIELDS.includes(field) && name.includes(String(value));
}

function describeChange(field: string, before: Fields, after: Fields): string | undefined {
  const [from, to] = [before?.[field], after?.[field]].map((value) => describeValue(field, value));
  const label = isMeasure(field) ? "" : `${describeField(field)} `;
  if (from === to) return undefined;
  if (from === undefined) return `${label}${to}`;
  if (to !== undefined) return `${label}from ${from} to ${to}`;
  return after === null ? `${label}${from}` : `${label}${from} removed`;
}

const MAX_VALUE_LENGTH = 40;
const SHOWN_ID_LENGTH = 8;

/** Value in words; undefined for what is empty. */
function describeValue(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (isMeasure(field) || typeof value === "boolean") return describePlainValue(field, value);
  if (Array.isArray(value)) {
    const items = value.map((item) => describeValue(field, item) ?? "");
    return items.length === 0 ? "none" : truncate(items.join(", "), MAX_VALUE_LENGTH);
  }
  return typeof value === "string"
    ? describeText(field, value)
    : truncate(JSON.stringify(value), MAX_VALUE_LENGTH);
}

function describeText(field: string, text: string): string {
  if (isIdOrDigest(text)) return `${text.slice(0, SHOWN_ID_LENGTH)}…`;
  return describeWord(field, text) ?? truncate(text.replaceAll(/\s+/g, " "), MAX_VALUE_LENGTH);
}

const MIN_DIGEST_LENGTH = 40;

const isIdOrDigest = (text: string): boolean =>
  text.length === UUID_LENGTH
    ? /^[0-9a-f]{8}-[0-9a-f-]*$/.test(text)
    : text.length >= MIN_DIGEST_LENGTH && /^[0-9a-f]*$/.test(text);
