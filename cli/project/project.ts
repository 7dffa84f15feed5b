import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { ARCHIVE_LIMITS } from "../../server/archives/limits.ts";
import { PluginManifest, readManifestJson } from "../../server/archives/manifest.ts";
import { Failure, type Problem, wrongUsage } from "../failure.ts";
import { formatBytes } from "../terminal/format.ts";

export const MANIFEST_FILE = "plugin.json";

/** A plugin's folder with its manifest, which may break rules. */
export interface Project {
  folder: string;
  /** Null when it breaks a rule; `problems` then says which. */
  manifest: PluginManifest | null;
  problems: Problem[];
  warnings: Problem[];
}

/**
 * Reads the manifest of a plugin's folder.
 * @throws Failure when there is none, or no JSON object in it
 */
export function openProject(cwd: string, given = "."): Project {
  const folder = resolve(cwd, given);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw wrongUsage(
      `There is no folder ${given}.`,
      "Give the folder of a plugin, or run the command in it.",
    );
  }
  const json = readManifest(folder, given);
  const parsed = PluginManifest.safeParse(json);
  const problems = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path: [MANIFEST_FILE, ...path].join("."),
    message,
  }));
  return { folder, manifest: parsed.data ?? null, problems, warnings: unknownFields(json) };
}

function readManifest(folder: string, given: string): object {
  const path = join(folder, MANIFEST_FILE);
  const file = statSync(path, { throwIfNoEntry: false });
  if (!file?.isFile()) {
    throw new Failure({
      code: "NO_MANIFEST",
      message: `There is no ${MANIFEST_FILE} in ${given === "." ? "this folder" : given}.`,
      hint: "Run the command in a plugin's folder, or make one: cli plugin create <name> --type <app|system>.",
    });
  }
  if (file.size > ARCHIVE_LIMITS.manifestBytes) {
    const limit = formatBytes(ARCHIVE_LIMITS.manifestBytes);
    throw invalidManifest(`${MANIFEST_FILE} is ${formatBytes(file.size)} large; the limit is ${limit}.`);
  }
  const json = readManifestJson(readFileSync(path));
  if (typeof json === "string") throw invalidManifest(`${MANIFEST_FILE} ${json}.`);
  return json.value;
}

const invalidManifest = (message: string) =>
  new Failure({
    code: "INVALID_MANIFEST",
    message,
    hint: `Correct ${MANIFEST_FILE}, saved as UTF-8, and run the command again.`,
  });

/** The platform ignores what it does not know, so a slip of the pen would go unseen. */
function unknownFields(json: object): Problem[] {
  return Object.keys(json)
    .filter((field) => !(field in PluginManifest.shape))
    .map((field) => ({ path: `${MANIFEST_FILE}.${field}`, message: "is unknown and ignored" }));
}
