import type { PluginManifest } from "../../server/archives/manifest.ts";
import type { Problem } from "../failure.ts";
import { type PackedFile, selectFiles, totalBytes } from "./files.ts";
import { openProject } from "./project.ts";

export interface CheckedProject {
  folder: string;
  manifest: PluginManifest | null;
  files: PackedFile[];
  unpackedBytes: number;
  problems: Problem[];
  warnings: Problem[];
}

/** A plugin's folder judged by every rule that the marketplace has for what would be packed. */
export function checkProject(cwd: string, given: string): CheckedProject {
  const { folder, manifest, problems, warnings } = openProject(cwd, given);
  const { files, ignoreFile, problems: ofFiles } = selectFiles(folder);
  return {
    folder,
    manifest,
    files,
    unpackedBytes: totalBytes(files),
    problems: [...problems, ...entryProblems(manifest, files, ignoreFile), ...ofFiles],
    warnings,
  };
}

function entryProblems(
  manifest: PluginManifest | null,
  files: PackedFile[],
  ignoreFile: string | null,
): Problem[] {
  if (!manifest || files.some(({ path }) => path === manifest.entry)) return [];
  const why = ignoreFile ? `is not there, or ${ignoreFile} leaves it out` : "is not there";
  return [{ path: "plugin.json.entry", message: `names ${manifest.entry}, which ${why}` }];
}
