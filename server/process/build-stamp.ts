import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { writeFileAtomically } from "../../db/atomic-write.ts";

/** SHA-256 of the inputs of `next build`: Node's major version, sources and configuration. */
export const hashSources = (root: string): string => hashFiles(root, INPUTS);

/** SHA-256 of files and folders, by path and content, without tests. */
export function hashFiles(root: string, inputs: readonly string[]): string {
  const hash = createHash("sha256").update(`node ${process.versions.node.split(".")[0]}\n`);
  for (const file of inputs.flatMap((input) => listFiles(root, input)).sort()) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/** True when `.next` holds the finished build of the sources with this hash. */
export function isBuilt(root: string, hash: string): boolean {
  return existsSync(join(root, ".next", "BUILD_ID")) && readStamp(root) === hash;
}

export function writeStamp(root: string, hash: string): void {
  writeFileAtomically(stampPath(root), `${hash}\n`, 0o644);
}

/** Invalidates the stamp before a build, so that an interrupted build does not pass for a finished one. */
export function removeStamp(root: string): void {
  rmSync(stampPath(root), { force: true });
}

const INPUTS = [
  "app",
  "server",
  "db",
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

function readStamp(root: string): string | null {
  try {
    return readFileSync(stampPath(root), "utf8").trim();
  } catch {
    return null;
  }
}

function stampPath(root: string): string {
  return join(root, ".next", "sources.sha256");
}
