import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ARCHIVE_LIMITS, collisionKey, pathProblems } from "../../server/archives/limits.ts";
import type { Problem } from "../failure.ts";
import { formatBytes, formatCount } from "../terminal/format.ts";
import { type IgnoreRules, readIgnoreRules } from "./ignore-file.ts";
import { MANIFEST_FILE } from "./project.ts";

export interface PackedFile {
  /** Its path in the archive. */
  path: string;
  /** Where it is now. */
  source: string;
  sizeBytes: number;
}

export interface FileSelection {
  /** In the order of the archive: by the bytes of their paths. */
  files: PackedFile[];
  ignoreFile: string | null;
  problems: Problem[];
}

/** The files of a folder that go into its archive, and what the marketplace would refuse about them. */
export function selectFiles(folder: string): FileSelection {
  const rules = readIgnoreRules(folder);
  const problems: Problem[] = [];
  const files = [...walk(folder, "", rules, problems)].sort(byBytesOfPath);
  problems.push(...findCollisions(files), ...findExcess(files));
  return { files, ignoreFile: rules.file, problems };
}

function* walk(
  folder: string,
  below: string,
  rules: IgnoreRules,
  problems: Problem[],
): Generator<PackedFile> {
  for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
    const name = below + entry.name;
    if (isLeftOut(name, entry, rules)) continue;
    const source = join(folder, name);
    if (isMisread(source)) {
      problems.push({ path: name, message: "has a name that is not UTF-8; rename or ignore it" });
    } else if (entry.isDirectory()) {
      yield* walk(folder, `${name}/`, rules, problems);
    } else if (entry.isFile()) {
      // File systems spell one name in different Unicode forms; the archive knows one.
      const path = name.normalize("NFC");
      problems.push(...pathProblems(path).map((message) => ({ path, message: `as a path ${message}` })));
      yield { path, source, sizeBytes: lstatSync(source).size };
    } else {
      const kind = entry.isSymbolicLink() ? "a symbolic link" : "no regular file";
      problems.push({ path: name, message: `is ${kind}; put a regular file in its place or ignore it` });
    }
  }
}

/** A name that is not UTF-8 is read as another one, under which nothing is. */
const isMisread = (source: string): boolean =>
  source.includes("\uFFFD") && !lstatSync(source, { throwIfNoEntry: false });

function isLeftOut(name: string, entry: Dirent, rules: IgnoreRules): boolean {
  if (name === MANIFEST_FILE) return false;
  return rules.isIgnored(entry.isDirectory() ? `${name}/` : name);
}

/** Not by any language's order, which differs from machine to machine. */
const byBytesOfPath = (a: PackedFile, b: PackedFile): number =>
  Buffer.compare(Buffer.from(a.path), Buffer.from(b.path));

function findCollisions(files: PackedFile[]): Problem[] {
  const seen = new Map<string, string>();
  const problems: Problem[] = [];
  for (const { path } of files) {
    const key = collisionKey(path);
    const other = seen.get(key);
    if (other !== undefined) problems.push({ path, message: `is the same name as ${other} on some systems` });
    else seen.set(key, path);
  }
  return problems;
}

function findExcess(files: PackedFile[]): Problem[] {
  const { entries, unpackedBytes } = ARCHIVE_LIMITS;
  const problems: Problem[] = [];
  if (files.length > entries) {
    problems.push({
      path: ".",
      message: `holds ${formatCount(files.length, "file")}; the limit is ${entries}`,
    });
  }
  const total = totalBytes(files);
  if (total > unpackedBytes) {
    const largest = describeLargest(files);
    problems.push({
      path: ".",
      message: `holds ${formatBytes(total)}; the limit is ${formatBytes(unpackedBytes)}. Largest: ${largest}`,
    });
  }
  return problems;
}

export const totalBytes = (files: PackedFile[]): number =>
  files.reduce((total, { sizeBytes }) => total + sizeBytes, 0);

/** "video.mp4 (120 MB), a.bin (30 MB)". */
export function describeLargest(files: PackedFile[], count = 3): string {
  return [...files]
    .sort((a, b) => b.sizeBytes - a.sizeBytes)
    .slice(0, count)
    .map(({ path, sizeBytes }) => `${path} (${formatBytes(sizeBytes)})`)
    .join(", ");
}
