import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { ARCHIVE_LIMITS } from "@/shared/plugin/limits.ts";
import { collisionKey, pathProblems } from "@/shared/plugin/paths.ts";
import { formatBytes, formatCount } from "@/shared/text/format.ts";
import type { Diagnostic } from "../context/errors.ts";
import { type IgnoreRules, readIgnoreRules } from "./ignore-files.ts";

export const MANIFEST_FILE = "plugin.json";

export interface ProjectFile {
  /** Path in the archive. */
  path: string;
  /** Path on disk. */
  source: string;
  sizeBytes: number;
  /** Content of a file that is packed without being on disk. */
  content?: Buffer;
}

export interface FileSelection {
  /** Sorted by the bytes of their paths, as in the archive. */
  files: ProjectFile[];
  errors: Diagnostic[];
}

/** Files of a plugin's folder to pack, and the errors for which the marketplace would reject them. */
export function selectFiles(folder: string): FileSelection {
  const errors: Diagnostic[] = [];
  const files = sortFiles([...walk(folder, "", readIgnoreRules(folder, readTextFile), errors)]);
  errors.push(...findCollisions(files), ...checkLimits(files));
  return { files, errors };
}

/** Files in the order of the archive. */
export const sortFiles = (files: ProjectFile[]): ProjectFile[] =>
  files.toSorted((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));

/** Ignore file that excludes a path of the folder or one of its parents; null if none does. */
export function findIgnoreFile(folder: string, path: string): string | null {
  let rules = readIgnoreRules(folder, readTextFile);
  for (let slash = path.indexOf("/"); slash > 0; slash = path.indexOf("/", slash + 1)) {
    const parent = path.slice(0, slash + 1);
    const ignoreFile = rules.findIgnoring(parent);
    if (ignoreFile !== null) return ignoreFile;
    rules = rules.enter(parent);
  }
  return rules.findIgnoring(path);
}

/** Content of a text file; null if there is no such file. */
export const readTextFile = (path: string): string | null =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path, "utf8") : null;

export const sumSizes = (files: ProjectFile[]): number =>
  files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);

/** The three largest files: "video.mp4 (120 MB), a.bin (30 MB)". */
export const formatLargestFiles = (files: ProjectFile[]): string =>
  files
    .toSorted((a, b) => b.sizeBytes - a.sizeBytes)
    .slice(0, 3)
    .map(({ path, sizeBytes }) => `${path} (${formatBytes(sizeBytes)})`)
    .join(", ");

function* walk(
  folder: string,
  prefix: string,
  rules: IgnoreRules,
  errors: Diagnostic[],
): Generator<ProjectFile> {
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const name = prefix + entry.name;
    const isIgnored = rules.findIgnoring(entry.isDirectory() ? `${name}/` : name) !== null;
    if (name !== MANIFEST_FILE && isIgnored) continue;
    const source = join(folder, name);
    if (isUndecodable(source)) {
      errors.push({ path: name, message: "has a name that is not UTF-8; rename or ignore it" });
    } else if (entry.isDirectory()) {
      yield* walk(folder, `${name}/`, rules.enter(`${name}/`), errors);
    } else if (entry.isFile()) {
      // File systems differ in the Unicode form of names; the archive uses NFC.
      const path = name.normalize("NFC");
      errors.push(...pathProblems(path).map((message) => ({ path, message: `invalid path: ${message}` })));
      yield { path, source, sizeBytes: lstatSync(source).size };
    } else {
      const kind = entry.isSymbolicLink() ? "a symbolic link" : "not a regular file";
      errors.push({ path: name, message: `is ${kind}; replace it with a regular file or ignore it` });
    }
  }
}

/** Names that are not UTF-8 contain U+FFFD, so no file exists under them. */
const isUndecodable = (source: string): boolean =>
  source.includes("\uFFFD") && !lstatSync(source, { throwIfNoEntry: false });

/** Paths that are equal on case-insensitive or normalizing file systems. */
function findCollisions(files: ProjectFile[]): Diagnostic[] {
  const seen = new Map<string, string>();
  const errors: Diagnostic[] = [];
  for (const { path } of files) {
    const key = collisionKey(path);
    const other = seen.get(key);
    if (other !== undefined) errors.push({ path, message: `conflicts with ${other} on some file systems` });
    else seen.set(key, path);
  }
  return errors;
}

/** True if number and size of the files allow packing. */
export const isWithinLimits = (files: ProjectFile[]): boolean => checkLimits(files).length === 0;

function checkLimits(files: ProjectFile[]): Diagnostic[] {
  const { entries, unpackedBytes } = ARCHIVE_LIMITS;
  const errors: string[] = [];
  if (files.length > entries) {
    errors.push(`has ${formatCount(files.length, "file")}; the limit is ${entries}`);
  }
  const total = sumSizes(files);
  if (total > unpackedBytes) {
    const limit = formatBytes(unpackedBytes);
    errors.push(`has ${formatBytes(total)}; the limit is ${limit}. Largest: ${formatLargestFiles(files)}`);
  }
  return errors.map((message) => ({ path: ".", message }));
}
