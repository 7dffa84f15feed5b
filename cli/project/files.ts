import { lstatSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ignore from "ignore";
import { ARCHIVE_LIMITS, collisionKey, pathProblems } from "../../server/archives/limits.ts";
import type { Diagnostic } from "../context/errors.ts";
import { formatBytes, formatCount } from "../terminal/format.ts";

export const MANIFEST_FILE = "plugin.json";

/** Ignore files; only the first that exists is used. */
const IGNORE_FILES = [".drydockignore", ".gitignore"];

/** Never packed: version control, installed packages, earlier archives. */
const ALWAYS_IGNORED = [
  ".git",
  ".hg",
  ".svn",
  "node_modules",
  ".DS_Store",
  "Thumbs.db",
  ".drydockignore",
  ".gitignore",
  "/*.tar.gz",
];

export interface ProjectFile {
  /** Path in the archive. */
  path: string;
  /** Path on disk. */
  source: string;
  sizeBytes: number;
}

export interface FileSelection {
  /** Sorted by the bytes of their paths, as in the archive. */
  files: ProjectFile[];
  ignoreFile: string | null;
  errors: Diagnostic[];
}

/** Files of a plugin's folder to pack, and the errors for which the marketplace would reject them. */
export function selectFiles(folder: string): FileSelection {
  const { ignoreFile, isIgnored } = readIgnoreFile(folder);
  const errors: Diagnostic[] = [];
  const files = [...walk(folder, "", isIgnored, errors)].sort((a, b) =>
    Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)),
  );
  errors.push(...findCollisions(files), ...checkLimits(files));
  return { files, ignoreFile, errors };
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

function readIgnoreFile(folder: string) {
  const candidates = IGNORE_FILES.map((name) => ({ name, text: readTextFile(join(folder, name)) }));
  const found = candidates.find(({ text }) => text !== null);
  // Case-sensitive, so that the selection is the same on every file system.
  const rules = ignore({ ignorecase: false }).add(found?.text ?? "");
  const always = ignore({ ignorecase: false }).add(ALWAYS_IGNORED);
  return {
    ignoreFile: found?.name ?? null,
    /** `path` is relative to the folder, with slashes; that of a directory ends with one. */
    isIgnored: (path: string) => always.ignores(path) || rules.ignores(path),
  };
}

function* walk(
  folder: string,
  prefix: string,
  isIgnored: (path: string) => boolean,
  errors: Diagnostic[],
): Generator<ProjectFile> {
  for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true })) {
    const name = prefix + entry.name;
    if (name !== MANIFEST_FILE && isIgnored(entry.isDirectory() ? `${name}/` : name)) continue;
    const source = join(folder, name);
    if (isUndecodable(source)) {
      errors.push({ path: name, message: "has a name that is not UTF-8; rename or ignore it" });
    } else if (entry.isDirectory()) {
      yield* walk(folder, `${name}/`, isIgnored, errors);
    } else if (entry.isFile()) {
      // File systems differ in the Unicode form of names; the archive uses NFC.
      const path = name.normalize("NFC");
      errors.push(...pathProblems(path).map((message) => ({ path, message: `as a path ${message}` })));
      yield { path, source, sizeBytes: lstatSync(source).size };
    } else {
      const kind = entry.isSymbolicLink() ? "a symbolic link" : "no regular file";
      errors.push({ path: name, message: `is ${kind}; put a regular file in its place or ignore it` });
    }
  }
}

/** Names that are not UTF-8 are read with U+FFFD, under which no file exists. */
const isUndecodable = (source: string): boolean =>
  source.includes("\uFFFD") && !lstatSync(source, { throwIfNoEntry: false });

/** Paths that are equal on case-insensitive or normalizing file systems. */
function findCollisions(files: ProjectFile[]): Diagnostic[] {
  const seen = new Map<string, string>();
  const errors: Diagnostic[] = [];
  for (const { path } of files) {
    const key = collisionKey(path);
    const other = seen.get(key);
    if (other !== undefined) errors.push({ path, message: `is the same name as ${other} on some systems` });
    else seen.set(key, path);
  }
  return errors;
}

function checkLimits(files: ProjectFile[]): Diagnostic[] {
  const { entries, unpackedBytes } = ARCHIVE_LIMITS;
  const errors: string[] = [];
  if (files.length > entries) {
    errors.push(`holds ${formatCount(files.length, "file")}; the limit is ${entries}`);
  }
  const total = sumSizes(files);
  if (total > unpackedBytes) {
    const limit = formatBytes(unpackedBytes);
    errors.push(`holds ${formatBytes(total)}; the limit is ${limit}. Largest: ${formatLargestFiles(files)}`);
  }
  return errors.map((message) => ({ path: ".", message }));
}
