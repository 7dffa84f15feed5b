import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { z } from "zod";
import { isolateName } from "@/cli/terminal/sanitize.ts";
import { ARCHIVE_LIMITS } from "@/shared/plugin/limits.ts";
import { PluginManifest, readManifestJson } from "@/shared/plugin/manifest.ts";
import { formatBytes } from "@/shared/text/format.ts";
import { CliError, type Diagnostic, usageError } from "../context/errors.ts";
import { type BundlePlan, bundleSource, checkPlan, planBundle } from "./bundle.ts";
import type { ChangelogSource } from "./changelog.ts";
import {
  findIgnoreFile,
  MANIFEST_FILE,
  type ProjectFile,
  selectFiles,
  sortFiles,
  sumSizes,
} from "./files.ts";

/** Plugin project: its folder, manifest and files, with every error for which the marketplace would reject them. */
export interface Project {
  folder: string;
  /** Null if the manifest is invalid; `errors` then says why. */
  manifest: PluginManifest | null;
  /** Null if the manifest has no valid version. */
  changelogSource: ChangelogSource | null;
  files: ProjectFile[];
  unpackedBytes: number;
  errors: Diagnostic[];
  warnings: Diagnostic[];
}

/** Opens and validates a project. @throws CliError without a folder or without a readable manifest */
export function openProject(cwd: string, path: string): Project {
  const folder = resolve(cwd, path);
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    throw usageError(`Folder ${path} not found.`, "Specify a plugin folder or run the command in one.");
  }
  const json = readManifest(folder, path);
  const { data: manifest = null, error } = PluginManifest.safeParse(json);
  const manifestErrors = (error?.issues ?? []).map((issue) => ({
    path: [MANIFEST_FILE, ...issue.path].join("."),
    message: issue.message,
  }));
  const selection = selectFiles(folder);
  const { files } = selection;
  return {
    folder,
    manifest,
    changelogSource: readChangelogSource(json),
    files,
    unpackedBytes: sumSizes(files),
    errors: [...manifestErrors, ...checkEntry(folder, manifest, files), ...selection.errors],
    warnings: findUnknownFields(json),
  };
}

function readChangelogSource(json: object): ChangelogSource | null {
  const { name, slug, version, changelog } = PluginManifest.shape;
  const fields = z.object({
    name: name.optional().catch(undefined),
    slug: slug.optional().catch(undefined),
    version,
    changelog: changelog.catch(undefined),
  });
  return fields.safeParse(json).data ?? null;
}

/** "Offline Sync 1.0.0". */
export const formatPlugin = ({ name, version }: PluginManifest): string => `${isolateName(name)} ${version}`;

export const toPluginOutput = ({ name, slug, type, version }: PluginManifest) => ({
  name,
  slug,
  type,
  version,
});

function readManifest(folder: string, path: string): object {
  const file = join(folder, MANIFEST_FILE);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) {
    throw new CliError({
      code: "NO_MANIFEST",
      message: `No ${MANIFEST_FILE} in ${path === "." ? "this folder" : path}.`,
      hint: "Run the command in a plugin folder, or create one: cli plugin create <name> --type <app|system>.",
    });
  }
  const { manifestBytes } = ARCHIVE_LIMITS;
  if (stats.size > manifestBytes) {
    const [size, limit] = [formatBytes(stats.size), formatBytes(manifestBytes)];
    throw invalidManifest(`${MANIFEST_FILE} is ${size}; the limit is ${limit}.`);
  }
  const json = readManifestJson(readFileSync(file));
  if (typeof json === "string") throw invalidManifest(`${MANIFEST_FILE} ${json}.`);
  return json.value;
}

const invalidManifest = (message: string) =>
  new CliError({
    code: "INVALID_MANIFEST",
    message,
    hint: `Fix ${MANIFEST_FILE} and try again.`,
  });

/** Check of the file that runs, or of its source if it is bundled. */
function checkEntry(folder: string, manifest: PluginManifest | null, files: ProjectFile[]): Diagnostic[] {
  if (!manifest) return [];
  const plan = planBundle(manifest);
  const errors = plan ? checkPlan(folder, plan) : [];
  const field = manifest.source === undefined ? "entry" : "source";
  const file = manifest.source ?? manifest.entry;
  if (files.some(({ path }) => path === file)) return errors;
  const isThere = existsSync(join(folder, file));
  const ignoreFile = isThere ? findIgnoreFile(folder, file) : null;
  const reason = ignoreFile ? `is excluded by ${ignoreFile}` : "does not exist";
  return [...errors, { path: `${MANIFEST_FILE}.${field}`, message: `${file} ${reason}` }];
}

/**
 * Project with the bundle of its source among its files. If the entry is TypeScript, the packed manifest names the
 * bundle as entry and the TypeScript as source. Only for a project without errors, because the sources must be packed,
 * too. Plain JavaScript is returned unchanged.
 */
export async function bundleProject(project: Project): Promise<Project> {
  const { folder, manifest, files, errors, warnings } = project;
  const plan = manifest && planBundle(manifest);
  if (!plan || errors.length > 0) return project;
  const bundle = await bundleSource(folder, plan, files);
  const generated = [...bundle.files, ...describeBundle(files, plan)];
  const paths = new Set(generated.map(({ path }) => path));
  const packed = sortFiles([...files.filter(({ path }) => !paths.has(path)), ...generated]);
  return {
    ...project,
    manifest: { ...manifest, entry: plan.output, source: plan.source },
    files: packed,
    unpackedBytes: sumSizes(packed),
    errors: [...errors, ...bundle.errors],
    warnings: [...warnings, ...bundle.warnings],
  };
}

/** Manifest that names the bundle; none if the one on disk already does. */
function describeBundle(files: ProjectFile[], { source, output }: BundlePlan): ProjectFile[] {
  const file = files.find(({ path }) => path === MANIFEST_FILE);
  const json = file ? (JSON.parse(readFileSync(file.source, "utf8")) as Record<string, unknown>) : {};
  if (!file || json["source"] !== undefined) return [];
  const fields = Object.entries(json).flatMap(([name, value]) =>
    name === "entry"
      ? [
          ["entry", output],
          ["source", source],
        ]
      : [[name, value]],
  );
  const content = Buffer.from(`${JSON.stringify(Object.fromEntries(fields), null, 2)}\n`);
  return [{ ...file, content, sizeBytes: content.length }];
}

/** Unknown fields are probably typos, which the platform ignores silently. */
const findUnknownFields = (json: object): Diagnostic[] =>
  Object.keys(json)
    .filter((field) => !(field in PluginManifest.shape))
    .map((field) => ({ path: `${MANIFEST_FILE}.${field}`, message: "is not a known field" }));
