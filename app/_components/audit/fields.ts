import { formatBytes, formatCount } from "@/app/_ui/format.ts";
import { PERMISSIONS, type Permission, PLATFORMS, type Platform } from "@/shared/vocabulary.ts";
import { describePlatform, PERMISSION_LABELS } from "../labels/labels.ts";

/** Names of recorded fields in the words of the product, where its own name in words says something else. */
const FIELD_LABELS: Record<string, string> = {
  altText: "alternative text",
  app: "app ID",
  artifactPath: "artifact",
  changes: "changed records",
  disabled: "failed deliveries of disabled endpoints",
  errorLogTail: "end of error log",
  eventTypes: "events",
  expiresAt: "expires",
  fileCount: "files",
  hasPassword: "password set",
  heldBack: "update on hold",
  high: "high findings",
  invitationId: "invitation ID",
  isDefault: "default",
  isSecret: "secret",
  low: "low findings",
  medium: "medium findings",
  platformRole: "platform role",
  previousSecretUntil: "previous secret valid until",
  provider: "provider",
  redactedAt: "redacted",
  ruleSetVersion: "version of checks",
  sha256: "SHA-256",
  signing: "signature",
  sizeBytes: "size",
  tenantId: "workspace ID",
  themeConfig: "design",
  updates: "automatic updates",
  url: "URL",
  workerId: "worker",
};

/** "expires" for `expiresAt`, "workspace ID" for `tenantId`, "git ref" for `gitRef`. */
export const describeField = (field: string): string =>
  Object.hasOwn(FIELD_LABELS, field)
    ? (FIELD_LABELS[field] ?? field)
    : field
        .replaceAll(/([a-z0-9])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`)
        .replace(/\bid\b/, "ID");

/** Values that say what they are. */
const MEASURES: Record<string, (value: unknown) => string> = {
  sizeBytes: (bytes) => formatBytes(String(bytes)),
  fileCount: (files) => formatCount(Number(files), "file"),
};

export const isMeasure = (field: string): boolean => Object.hasOwn(MEASURES, field);

/** Size, count, or yes and no; undefined for other values. */
export function describePlainValue(field: string, value: unknown): string | undefined {
  if (isMeasure(field)) return MEASURES[field]?.(value);
  return typeof value === "boolean" ? (value ? "yes" : "no") : undefined;
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

/** "Pending approval" for `PENDING_APPROVAL`, and times to the minute; undefined for what is no such value. */
export function describeWord(field: string, text: string): string | undefined {
  if (/^[A-Z]+(_[A-Z]+)*$/.test(text) && !TEXT_FIELDS.includes(field)) {
    if (isPermission(text)) return PERMISSION_LABELS[text].short;
    if (isPlatform(text)) return describePlatform(text);
    if (text.length > 3) return text.charAt(0) + text.slice(1).toLowerCase().replaceAll("_", " ");
  }
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)[\d:.]*Z$/.exec(text) ?? [];
  return day && `${day} ${minute} UTC`;
}

const isPermission = (text: string): text is Permission => PERMISSIONS.some((name) => name === text);
const isPlatform = (text: string): text is Platform => PLATFORMS.some((name) => name === text);
