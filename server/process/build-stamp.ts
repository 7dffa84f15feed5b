import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "@/db/atomic-write.ts";

/** SHA-256 of the inputs of `next build`: Node's major version, sources and configuration. */
export function hashSources(root: string): string {
  const major = process.versions.node.split(".")[0];
  return createHash("sha256")
    .update(`node ${major}\n${hashFiles(root, INPUTS)}`)
    .digest("hex");
}

/** SHA-256 of files and folders, by path and content, without tests. */
export function hashFiles(root: string, inputs: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => listFiles(root, input)).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** Directory of all builds, their locks and their users, relative to the root. */
export const BUILDS = ".build";

/** Directory of the build with this hash, relative to the root; the value of Next's `distDir`. */
export const buildDirectory = (hash: string): string => join(BUILDS, `pages-${hash.slice(0, 16)}`);

/** True when a finished build of the sources with this hash exists. */
export function isBuilt(root: string, hash: string): boolean {
  const directory = join(root, buildDirectory(hash));
  return existsSync(join(directory, "BUILD_ID")) && readStamp(directory) === hash;
}

export function writeStamp(root: string, hash: string): void {
  writeFileAtomically(stampPath(join(root, buildDirectory(hash))), `${hash}\n`, 0o644);
}

/** Removes the stamp before a build or a removal, so that an interrupted one does not count as a finished build. */
export function removeStamp(directory: string): void {
  rmSync(stampPath(directory), { force: true });
}

const INPUTS = [
  "app",
  "server",
  "db",
  "shared",
  "cli",
  "public",
  "proxy.ts",
  "next.config.js",
  "package-lock.json",
  "postcss.config.js",
  "postcss.config.mjs",
  "tsconfig.json",
];

function listFiles(root: string, input: string): string[] {
  const path = join(root, input);
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [input];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}

function readStamp(directory: string): string | null {
  try {
    return readFileSync(stampPath(directory), "utf8").trim();
  } catch {
    return null;
  }
}

/** Stamp file of a build: the hash of its sources; its time is that of the last claim. */
export const stampPath = (directory: string) => join(directory, "sources.sha256");
