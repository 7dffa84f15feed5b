import { accessSync, constants, lstatSync, type Stats, statSync } from "node:fs";
import { basename } from "node:path";
import { MAX_ARTIFACT_BYTES } from "@/shared/bounds.ts";

/** Artifact of a build, as it was when the command ended. */
export interface Artifact {
  path: string;
  fileName: string;
  sizeBytes: number;
  modifiedMs: number;
}

/** Artifact of a command, or the reason why there is none. A link to a file counts as the file. */
export function inspectArtifact(path: string): Artifact | string {
  const stats = findStats(path);
  const problem = typeof stats === "string" ? stats : findProblem(path, stats);
  if (problem !== null) return `The command left ${problem} at $ARTIFACT (${path}).`;
  const { size: sizeBytes, mtimeMs: modifiedMs } = stats as Stats;
  return { path, fileName: basename(path), sizeBytes, modifiedMs };
}

/** True if an artifact was removed or changed after the command ended. */
export function hasChanged({ path, sizeBytes, modifiedMs }: Artifact): boolean {
  const stats = findStats(path);
  return typeof stats === "string" || stats.size !== sizeBytes || stats.mtimeMs !== modifiedMs;
}

function findStats(path: string): Stats | string {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return isLink(path) ? "a broken link" : "no file";
    return `no readable file (${code})`;
  }
}

const isLink = (path: string): boolean =>
  lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;

function findProblem(path: string, stats: Stats): string | null {
  if (stats.isDirectory()) return "a directory instead of a file";
  if (!stats.isFile()) return "a device, pipe or socket instead of a file";
  if (stats.size === 0) return "an empty file";
  if (stats.size > MAX_ARTIFACT_BYTES) return "a file over 4 GiB";
  return isReadable(path) ? null : "a file that the worker cannot read";
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}
