import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { PluginManifest } from "../../server/archives/manifest.ts";
import { findSection } from "../changelog/section.ts";
import { readTextFile } from "./files.ts";

/** Release notes of a version: its section in CHANGELOG.md, else the manifest's `changelog`. */
export function readChangelog(folder: string, manifest: PluginManifest): string | null {
  const { name, slug, version } = manifest;
  const file = readdirSync(folder).find((entry) => entry.toLowerCase() === "changelog.md");
  const text = file === undefined ? null : readTextFile(join(folder, file));
  const section = text === null ? null : findSection(text, version, [slug, name]);
  return section ?? manifest.changelog ?? null;
}
