import { PluginManifest } from "../manifest.ts";
import type { Collector } from "./finding.ts";

export const MANIFEST_PATH = "plugin.json";
export const PACKAGE_PATH = "package.json";

export interface ManifestSubject {
  /** Null without a submission. */
  version: string | null;
  /** Permissions of the last approved version; null without one. */
  permissionsBefore: readonly string[] | null;
}

/** Checks `plugin.json` by its schema, and against the submission and the approved version. */
export function checkManifestText(text: string, subject: ManifestSubject, collector: Collector): void {
  const json = parseObject(text);
  if (!json) {
    const message = "is not a JSON object";
    collector.add("manifest-invalid", { path: MANIFEST_PATH, line: 1, message, key: message });
    return;
  }
  const lineOf = indexKeyLines(text);
  const parsed = PluginManifest.safeParse(json);
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path.join(".");
    collector.add("manifest-invalid", {
      path: MANIFEST_PATH,
      line: lineOf(String(path[0] ?? "")),
      message: `${field}${field && " "}${message}`,
      key: `${field} ${message}`,
    });
  }
  for (const field of Object.keys(json).filter((key) => !(key in PluginManifest.shape))) {
    collector.add("unknown-field", {
      path: MANIFEST_PATH,
      line: lineOf(field),
      message: `${field} is not a known field`,
      key: field,
    });
  }
  checkVersion(text, MANIFEST_PATH, json["version"], subject.version, collector);
  for (const name of parsed.data?.permissions ?? []) {
    if (!subject.permissionsBefore || subject.permissionsBefore.includes(name)) continue;
    collector.add("new-permission", {
      path: MANIFEST_PATH,
      line: lineAt(text, text.indexOf(JSON.stringify(name))),
      message: `requests ${name}, which the approved version does not`,
      key: name,
    });
  }
}

/** Checks the version in `package.json` against `plugin.json`. */
export function checkPackageText(text: string, manifestVersion: unknown, collector: Collector): void {
  const json = parseObject(text);
  if (!json || typeof manifestVersion !== "string" || json["version"] === undefined) return;
  checkVersion(text, PACKAGE_PATH, json["version"], manifestVersion, collector);
}

/** Version in a manifest that may be invalid. */
export const parseVersion = (text: string): unknown => parseObject(text)?.["version"];

function checkVersion(
  text: string,
  path: string,
  found: unknown,
  expected: string | null,
  collector: Collector,
): void {
  if (expected === null || found === expected) return;
  const where = path === MANIFEST_PATH ? "the submission" : MANIFEST_PATH;
  collector.add("version-mismatch", {
    path,
    line: indexKeyLines(text)("version"),
    message: `has version ${JSON.stringify(found) ?? "none"}; ${where} has ${JSON.stringify(expected)}`,
    key: "version",
  });
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    return typeof json === "object" && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** Index of the lines on which fields first occur; 1 for an absent one. */
function indexKeyLines(text: string): (key: string) => number {
  const lines = new Map<string, number>();
  text.split("\n").forEach((line, index) => {
    for (const [, key = ""] of line.matchAll(/"([^"\\]{1,100})"\s{0,8}:/g)) {
      if (!lines.has(key)) lines.set(key, index + 1);
    }
  });
  return (key) => lines.get(key) ?? 1;
}

const lineAt = (text: string, index: number): number => text.slice(0, Math.max(0, index)).split("\n").length;
