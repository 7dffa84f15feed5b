import { readdirSync } from "node:fs";
import { join } from "node:path";
import { findSection } from "../changelog/section.ts";
import { readTextFile } from "./files.ts";

/** Fields that identify the release notes of a version. Of an invalid manifest, only the valid ones. */
export interface ChangelogSource {
  version: string;
  name?: string | undefined;
  slug?: string | undefined;
  changelog?: string | undefined;
}

/** Release notes of a version: its section in CHANGELOG.md, else the manifest's `changelog`. */
export function readChangelog(folder: string, manifest: ChangelogSource): string | null {
  const { name, slug, version } = manifest;
  const file = readdirSync(folder).find((entry) => entry.toLowerCase() === "changelog.md");
  const text = file === undefined ? null : readTextFile(join(folder, file));
  const section =
    text === null
      ? null
      : findSection(
          text,
          version,
          [slug, name].filter((one) => one !== undefined),
        );
  return section ?? manifest.changelog ?? null;
}
