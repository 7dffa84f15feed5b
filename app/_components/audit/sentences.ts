import { PERMISSIONS, type Permission, PLATFORMS, type Platform } from "@/db/schema/vocabulary.ts";
import { truncate } from "@/server/platform/truncate.ts";
import { formatBytes, formatCount } from "../../_ui/format";
import { describePlatform, PERMISSION_LABELS } from "../labels";
import { describeNamed } from "./actions";
import type { Fields } from "./changes";

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

/** Values that say what they are. */
const MEASURES: Record<string, (value: unknown) => string> = {
  sizeBytes: (bytes) => formatBytes(String(bytes)),
  fileCount: (files) => formatCount(Number(files), "file"),
};

function describeChange(field: string, before: Fields, after: Fields): string | undefined {
  const [from, to] = [before?.[field], after?.[field]].map((value) => describeValue(field, value));
  const label = Object.hasOwn(MEASURES, field) ? "" : `${describeField(field)} `;
  if (from === to) return undefined;
  if (from === undefined) return `${label}${to}`;
  if (to !== undefined) return `${label}from ${from} to ${to}`;
  return after === null ? `${label}${from}` : `${label}${from} removed`;
}

/** "expires at" for `expiresAt`, "tenant ID" for `tenantId`. */
const describeField = (field: string): string =>
  field
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
    .replace(/\bid\b/, "ID");

const MAX_VALUE_LENGTH = 40;
const SHOWN_ID_LENGTH = 8;

/** Value in words; undefined for what is empty. */
function describeValue(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === "") return undefined;
  if (Object.hasOwn(MEASURES, field)) return MEASURES[field]?.(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    const items = value.map((item) => describeValue(field, item) ?? "");
    return items.length === 0 ? "none" : truncate(items.join(", "), MAX_VALUE_LENGTH);
  }
  return typeof value === "string"
    ? describeText(field, value)
    : truncate(JSON.stringify(value), MAX_VALUE_LENGTH);
}

/** Fields with a text of a user, which may be in capitals, such as `BASH_ENV`. */
const TEXT_FIELDS = [
  "name",
  "title",
  "text",
  "comment",
  "description",
  "version",
  "gitRef",
  "workerId",
  "slug",
];

function describeText(field: string, text: string): string {
  const isWord = /^[A-Z]+(_[A-Z]+)*$/.test(text) && !TEXT_FIELDS.includes(field);
  if (isWord && isPermission(text)) return PERMISSION_LABELS[text].short;
  if (isWord && isPlatform(text)) return describePlatform(text);
  if (isWord && text.length > 3) {
    return text.charAt(0) + text.slice(1).toLowerCase().replaceAll("_", " ");
  }
  if (isIdOrDigest(text)) return `${text.slice(0, SHOWN_ID_LENGTH)}…`;
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text) ?? [];
  return day ? `${day} ${minute} UTC` : truncate(text.replaceAll(/\s+/g, " "), MAX_VALUE_LENGTH);
}

const UUID_LENGTH = 36;
const MIN_DIGEST_LENGTH = 40;

const isIdOrDigest = (text: string): boolean =>
  text.length === UUID_LENGTH
    ? /^[0-9a-f]{8}-[0-9a-f-]*$/.test(text)
    : text.length >= MIN_DIGEST_LENGTH && /^[0-9a-f]*$/.test(text);

const isPermission = (text: string): text is Permission => PERMISSIONS.some((name) => name === text);
const isPlatform = (text: string): text is Platform => PLATFORMS.some((name) => name === text);
