import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Plugin } from "esbuild";
import { create } from "tar";
import packageJson from "@/package.json" with { type: "json" };
import { projectRoot } from "./build.ts";
import { hashFiles } from "./build-stamp.ts";

const BUNDLE = "dist/cli.cjs";

interface Program {
  entry: string;
  path: string;
  sources: readonly string[];
  format: "cjs" | "esm";
  banner: string;
  name: string;
  bin: string;
  description: string;
  /** Packages that are loaded when needed, with their versions. */
  optionalDependencies: Record<string, string>;
}

const { esbuild } = packageJson.dependencies;
const SHEBANG = "#!/usr/bin/env node";
/** In parts, since `server/run.mjs` replaces the whole expression by the URL of this file. */
const MODULE_URL = ["import", "meta", "url"].join(".");

/** CLI, in CommonJS, which starts faster than an ES module. The worker needs a module for its top-level await. */
const CLI: Program = {
  entry: "cli/main.ts",
  path: BUNDLE,
  sources: ["cli", "shared", "package.json", "package-lock.json"],
  format: "cjs",
  banner: SHEBANG,
  name: "drydock-cli",
  bin: "cli",
  description: "Drydock CLI: publish plugins and follow builds.",
  optionalDependencies: { esbuild },
};
const WORKER: Program = {
  entry: "worker/main.ts",
  path: "dist/worker.mjs",
  sources: ["worker", "shared", "package.json", "package-lock.json"],
  format: "esm",
  banner: `${SHEBANG}\nimport { createRequire } from "node:module";\nconst require = createRequire(${MODULE_URL});`,
  name: "drydock-worker",
  bin: "drydock-worker",
  description: "Drydock build worker.",
  optionalDependencies: {},
};

/**
 * Bundles of the CLI and the worker, each in one file in `dist`, and their npm packages beside them: created when missing
 * or stale. The last line of a bundle holds the hash of its sources, so that a stale one is recognized.
 * @returns true if it bundled the CLI
 */
export async function ensureCliBundle(root = projectRoot): Promise<boolean> {
  const isNew = await ensureProgram(CLI, root);
  await ensureProgram(WORKER, root);
  linkIntoModules(root);
  return isNew;
}

async function ensureProgram(program: Program, root: string): Promise<boolean> {
  const { path: bundlePath, name, bin, description, sources, optionalDependencies } = program;
  const stamp = `// sources ${hashFiles(root, [...sources])}\n`;
  const path = join(root, bundlePath);
  const packagePath = path.replace(/\.[cm]js$/, ".tgz");
  const isFresh = existsSync(packagePath) && existsSync(path) && readFileSync(path, "utf8").endsWith(stamp);
  if (isFresh) return false;
  const version = readVersion(root);
  const text = (await bundle(program, root, version)) + stamp;
  const fileName = basename(path);
  await writePackage(packagePath, { name, version, bin, description, optionalDependencies, fileName, text });
  writeProgram(path, text);
  return true;
}

function readVersion(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return version;
}

async function bundle(
  { entry, format, banner, optionalDependencies }: Program,
  root: string,
  version: string,
): Promise<string> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: "node",
    target: "node20.19",
    format,
    minify: true,
    keepNames: false,
    legalComments: "none",
    banner: { js: banner },
    external: Object.keys(optionalDependencies),
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

interface ProgramPackage {
  /** npm package and its version. */
  name: string;
  version: string;
  description: string;
  /** Command and its file. */
  bin: string;
  optionalDependencies: Record<string, string>;
  fileName: string;
  text: string;
}

/**
 * Writes an npm package of a bundled program. It works without other packages, except for the commands that need an optional
 * one. The same program gives the same bytes.
 */
async function writePackage(path: string, program: ProgramPackage): Promise<void> {
  const { name, version, description, bin, optionalDependencies, fileName, text } = program;
  mkdirSync(dirname(path), { recursive: true });
  const temporary = mkdtempSync(`${path}.tmp-`);
  try {
    const folder = join(temporary, "package");
    mkdirSync(folder);
    const engines = { node: ">=20.19.0" };
    const manifest = { name, version, description, engines, bin: { [bin]: fileName }, optionalDependencies };
    writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(folder, fileName), text, { mode: 0o755 });
    const file = join(temporary, "package.tgz");
    const files = ["package/package.json", `package/${fileName}`];
    await create({ gzip: { level: 9 }, file, cwd: temporary, portable: true, mtime: new Date(0) }, files);
    renameSync(file, path);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
