import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { projectRoot } from "./build.ts";
import { hashFiles } from "./build-stamp.ts";

const BUNDLE = "dist/cli.cjs";
const SOURCES = ["cli", "server", "db", "package.json", "package-lock.json"];

/**
 * Bundle of the CLI in one file, `dist/cli.cjs`: created when missing or stale. Its last line holds the hash of the
 * sources, so that a stale bundle is recognized.
 * @returns true if it bundled
 */
export async function ensureCliBundle(root = projectRoot): Promise<boolean> {
  const stamp = `// sources ${hashFiles(root, SOURCES)}\n`;
  const path = join(root, BUNDLE);
  const isFresh = existsSync(path) && readFileSync(path, "utf8").endsWith(stamp);
  if (!isFresh) writeProgram(path, (await bundle(root)) + stamp);
  linkIntoModules(root);
  return !isFresh;
}

async function bundle(root: string): Promise<string> {
  const { build } = await import("esbuild");
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["cli/main.ts"],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20.19",
    // CommonJS starts faster than an ES module.
    format: "cjs",
    minify: true,
    keepNames: false,
    legalComments: "none",
    banner: { js: "#!/usr/bin/env node" },
    define: { CLI_VERSION: JSON.stringify(version) },
    plugins: [withoutTranslations],
  });
  return outputFiles[0]?.text ?? "";
}

/** esbuild plugin that drops Zod's translations: fifty languages are a third of the bundle, and only English is used. */
const withoutTranslations: Plugin = {
  name: "without-translations",
  setup: ({ onResolve, resolve }) => {
    onResolve({ filter: /\/locales\/index\.js$/ }, ({ importer, resolveDir, kind }) => {
      const isOfZod = importer.includes(join("node_modules", "zod"));
      return isOfZod ? resolve("../locales/en.js", { resolveDir, kind }) : undefined;
    });
  },
};

function writeProgram(path: string, text: string): void {
  const unfinished = `${path}.${process.pid}.tmp`;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(unfinished, text);
    chmodSync(unfinished, 0o755);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Symbolic link `node_modules/.bin/cli` for `npx cli` in subfolders: npm does not link programs of the checkout itself. */
function linkIntoModules(root: string): void {
  const link = join(root, "node_modules", ".bin", "cli");
  const target = join("..", "..", BUNDLE);
  if (process.platform === "win32" || !existsSync(dirname(link))) return;
  try {
    if (isLinkTo(link, target)) return;
    rmSync(link, { force: true });
    symlinkSync(target, link);
  } catch {
    // Without write permission `npx cli` still works in the root of the checkout.
  }
}

function isLinkTo(link: string, target: string): boolean {
  try {
    return readlinkSync(link) === target;
  } catch {
    return false;
  }
}
