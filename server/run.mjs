import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, stop } from "esbuild";

/**
 * Runner of the repository's TypeScript programs: `node server/run.mjs server/start.ts --dev`.
 *
 * Bundles the program, without packages, in about 0.2 s; loading its hundreds of modules one at a time takes 2 s. The
 * bundle's name contains the hash of its content, so that concurrent starts do not write the same file.
 */
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLES = join(ROOT, "dist", "programs");
/** A bundle is read right after it was written, and not again. */
const STALE_AFTER_MS = 60_000;

const [, , name = "", ...args] = process.argv;
const program = resolve(ROOT, name);
const bundle = writeBundle(await bundleProgram(program));
process.argv.splice(1, process.argv.length, program, ...args);
process.setSourceMapsEnabled(true);
await import(pathToFileURL(bundle).href);

/** @param {string} entry */
async function bundleProgram(entry) {
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
    plugins: [{ name: "import-meta-url", setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, withSourceUrl) }],
  });
  await stop();
  return outputFiles[0]?.text ?? "";
}

/**
 * esbuild loader that replaces `import.meta.url` by the URL of the source, so that bundled modules still find their files.
 * Relative to the bundle, which holds no path of the machine.
 * @param {{ path: string }} source
 */
function withSourceUrl({ path }) {
  const text = readFileSync(path, "utf8");
  const url = `new URL(${JSON.stringify(relative(BUNDLES, path))}, import.meta.url).href`;
  return { contents: text.replaceAll("import.meta.url", url), loader: /** @type {const} */ ("ts") };
}

/** @param {string} text */
function writeBundle(text) {
  const slug = relative(ROOT, program)
    .replace(/\.ts$/, "")
    .replaceAll(/[^a-z0-9]+/gi, "-");
  const file = join(BUNDLES, `${slug}.${createHash("sha256").update(text).digest("hex").slice(0, 16)}.mjs`);
  mkdirSync(BUNDLES, { recursive: true });
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, text);
  renameSync(unfinished, file);
  removeStale();
  return file;
}

/** Removes the bundles of earlier starts, also of programs that are no longer built. */
function removeStale() {
  for (const entry of readdirSync(BUNDLES)) {
    const path = join(BUNDLES, entry);
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_AFTER_MS) rmSync(path, { force: true });
  }
}
