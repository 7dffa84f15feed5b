import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { ARCHIVE_LIMITS } from "../../server/archives/limits.ts";
import { PluginManifest } from "../../server/archives/manifest.ts";
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
 * @throws Failure when there is none, or no JSON in it
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

function readManifest(folder: string, given: string): unknown {
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
  const text = readFileSync(path, "utf8");
  if (text.startsWith("\uFEFF")) throw invalidManifest(`${MANIFEST_FILE} begins with a byte order mark.`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidManifest(`${MANIFEST_FILE} is no JSON: ${(error as Error).message}.`);
  }
}

const invalidManifest = (message: string) =>
  new Failure({
    code: "INVALID_MANIFEST",
    message,
    hint: `Correct ${MANIFEST_FILE}, saved as UTF-8, and run the command again.`,
  });

/** The platform ignores what it does not know, so a slip of the pen would go unseen. */
function unknownFields(json: unknown): Problem[] {
  if (typeof json !== "object" || json === null) return [];
  return Object.keys(json)
    .filter((field) => !(field in PluginManifest.shape))
    .map((field) => ({ path: `${MANIFEST_FILE}.${field}`, message: "is unknown and ignored" }));
}
