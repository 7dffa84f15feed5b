import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, stop } from "esbuild";

/**
 * Runs one of the product's TypeScript programs: `node server/run.mjs server/start.ts --dev`.
 *
 * The program is bundled first, packages aside, which takes a fifth of a second; to load each of its hundreds of modules
 * by itself takes two seconds of a processor. The bundle is named by its content, so that programs that start together
 * never meet in one file.
 */
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLES = join(ROOT, "dist", "programs");
const STALE_AFTER_MS = 24 * 3_600_000;

const [, , name = "", ...args] = process.argv;
const program = resolve(ROOT, name);
const bundle = keep(await bundled(program));
process.argv.splice(1, process.argv.length, program, ...args);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(bundle).href);

/** @param {string} entry */
async function bundled(entry) {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [entry],
    outfile: join(BUNDLES, "program.mjs"),
    bundle: true,
    write: false,
    packages: "external",
    platform: "node",
    target: "node20.19",
    format: "esm",
    sourcemap: "inline",
    sourcesContent: false,
    logLevel: "error",
    plugins: [{ name: "own-addresses", setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, withOwnAddress) }],
  });
  await stop();
  return outputFiles[0]?.text ?? "";
}

/**
 * Modules find files by their own address, and in a bundle still have it.
 * @param {{ path: string }} source
 */
function withOwnAddress({ path }) {
  const text = readFileSync(path, "utf8");
  const address = JSON.stringify(pathToFileURL(path).href);
  return { contents: text.replaceAll("import.meta.url", address), loader: /** @type {const} */ ("ts") };
}

/** @param {string} text */
function keep(text) {
  const slug = relative(ROOT, program)
    .replace(/\.ts$/, "")
    .replaceAll(/[^a-z0-9]+/gi, "-");
  const file = join(BUNDLES, `${slug}.${createHash("sha256").update(text).digest("hex").slice(0, 16)}.mjs`);
  if (existsSync(file)) return file;
  mkdirSync(BUNDLES, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
  removeStale(slug, basename(file));
  return file;
}

/** @param {string} slug @param {string} current */
function removeStale(slug, current) {
  for (const entry of readdirSync(BUNDLES)) {
    if (!entry.startsWith(`${slug}.`) || entry === current) continue;
    const path = join(BUNDLES, entry);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (age > STALE_AFTER_MS) rmSync(path, { force: true });
  }
}
