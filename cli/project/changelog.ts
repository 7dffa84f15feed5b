import { join } from "node:path";
import type { PluginManifest } from "../../server/archives/manifest.ts";
import { readTextFile } from "./files.ts";

/** Release notes of a version: its section in CHANGELOG.md, else the manifest's `changelog`. */
export function readChangelog(folder: string, manifest: PluginManifest): string | null {
  const text = readTextFile(join(folder, "CHANGELOG.md"));
  const section = text === null ? null : findSection(text, manifest.version);
  return section ?? manifest.changelog ?? null;
}

/**
 * Section of a version: the text below its heading, up to the next heading of the same or a higher level. The version is
 * the first word of the heading, optionally in brackets or after a "v".
 */
export function findSection(markdown: string, version: string): string | null {
  let level = 0;
  let isInCodeBlock = false;
  const lines: string[] = [];
  for (const line of markdown.replaceAll("\r\n", "\n").split("\n")) {
    if (/^ {0,3}(```|~~~)/.test(line)) isInCodeBlock = !isInCodeBlock;
    const [, marks, title = ""] = (!isInCodeBlock && /^(#{1,6})\s+(.*)$/.exec(line)) || [];
    if (level === 0) {
      if (marks && parseVersion(title) === version) level = marks.length;
      continue;
    }
    if (marks && marks.length <= level) break;
    // Link definitions are invisible in rendered Markdown.
    if (!/^\[[^\]]+\]:\s/.test(line)) lines.push(line);
  }
  return lines.join("\n").trim() || null;
}

const parseVersion = (title: string): string | undefined =>
  /^\[?v?(\d+\.\d+\.\d+[0-9A-Za-z.+-]*)\]?/.exec(title)?.[1];
