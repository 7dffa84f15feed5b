import { join } from "node:path";
import type { PluginManifest } from "../../server/archives/manifest.ts";
import { readText } from "./read-text.ts";

const CHANGELOG_FILE = "CHANGELOG.md";

/** What is new in this version: its section of CHANGELOG.md, else what the manifest says. */
export function readChangelog(folder: string, manifest: PluginManifest): string | null {
  const text = readText(join(folder, CHANGELOG_FILE));
  const section = text === null ? null : findSection(text, manifest.version);
  return section ?? manifest.changelog ?? null;
}

/**
 * The text below the heading of a version, up to the next heading of its rank or higher. A heading counts when the
 * version is its first word, perhaps in brackets or after a v.
 */
export function findSection(markdown: string, version: string): string | null {
  let rank = 0;
  let isCode = false;
  const lines: string[] = [];
  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) {
    if (/^ {0,3}(```|~~~)/.test(line)) isCode = !isCode;
    const [, marks, title = ""] = (!isCode && /^(#{1,6})\s+(.*)$/.exec(line)) || [];
    if (marks && rank > 0 && marks.length <= rank) break;
    if (marks && rank === 0) {
      if (versionOf(title) === version) rank = marks.length;
    } else if (rank > 0) {
      lines.push(line);
    }
  }
  const text = lines
    .filter((line) => !/^\[[^\]]+\]:\s/.test(line))
    .join("\n")
    .trim();
  return text === "" ? null : text;
}

const versionOf = (title: string): string | undefined =>
  /^\[?v?(\d+\.\d+\.\d+[0-9A-Za-z.+-]*)\]?/.exec(title)?.[1];
