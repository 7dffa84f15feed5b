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

/**
 * Runner of the repository's TypeScript programs: `node server/run.mjs server/start.ts --dev`. `--bundle` only bundles
 * those that follow.
 *
 * Bundles the program, without packages, in about 0.2 s; loading its hundreds of modules one at a time takes 2 s. A bundle
 * is used again while its sources are the same, so that a built checkout starts without a bundler and without write
 * permission. Its name contains the hash of its content, so that concurrent starts do not write the same file.
 */
const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const BUNDLES = join(ROOT, "dist", "programs");
/** A program loads its chunks while it starts. */
const STALE_AFTER_MS = 3_600_000;
/** Files that decide how sources are bundled. */
const SETTINGS = ["server/run.mjs", "tsconfig.json", "package.json"];

const [, , name = "", ...args] = process.argv;
if (name === "--bundle") {
  for (const program of args) await provideBundle(resolve(ROOT, program));
} else {
  const program = resolve(ROOT, name);
  const bundle = await provideBundle(program);
  process.argv.splice(1, process.argv.length, program, ...args);
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(bundle).href);
}

/**
 * Path of the program's bundle, which is created if it is missing or stale.
 * @param {string} program
 */
async function provideBundle(program) {
  const slug = relative(ROOT, program)
    .replace(/\.ts$/, "")
    .replaceAll(/[^a-z0-9]+/gi, "-");
  const record = join(BUNDLES, `${slug}.json`);
  const fresh = findFresh(record);
  if (fresh) return fresh;
  const { entry, files, inputs } = await bundleProgram(program, slug);
  const digest = hashInputs(inputs);
  try {
    mkdirSync(BUNDLES, { recursive: true });
    for (const { path, contents } of files) if (!existsSync(path)) writeAtomically(path, contents);
    writeAtomically(record, JSON.stringify({ entry, inputs, digest }));
  } catch (error) {
    throw new Error(
      `${relative(ROOT, program)} must be bundled, but ${BUNDLES} cannot be written. Run "npm run build" as its owner first.`,
      { cause: error },
    );
  }
  // By the clock of the file system, since that of this process may be wrong.
  removeStale(slug, new Set(files.map(({ path }) => basename(path))), statSync(record).mtimeMs);
  return join(BUNDLES, entry);
}

/**
 * Bundle of a program by its record, or null if a source has changed since.
 * @param {string} record
 */
function findFresh(record) {
  try {
    /** @type {{ entry: string, inputs: string[], digest: string }} */
    const { entry, inputs, digest } = JSON.parse(readFileSync(record, "utf8"));
    const path = join(BUNDLES, entry);
    return existsSync(path) && hashInputs(inputs) === digest ? path : null;
  } catch {
    return null;
  }
}

/** @param {string[]} inputs */
function hashInputs(inputs) {
  const hash = createHash("sha256");
  for (const input of inputs) {
    const content = readFileSync(join(ROOT, input));
    hash.update(`${input}\n${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

/**
 * Bundle of a program: its entry, and chunks with what it imports later, so that a start loads only what it needs first.
 * @param {string} program @param {string} slug
 */
async function bundleProgram(program, slug) {
  const { build, stop } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: [{ in: program, out: slug }],
    outdir: BUNDLES,
    entryNames: `${slug}.[hash]`,
    chunkNames: `${slug}.[hash]`,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
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
  const [entry = ""] = Object.keys(metafile.outputs).filter((path) => metafile.outputs[path]?.entryPoint);
  // esbuild adds import attributes to the path of a JSON file.
  const sources = Object.keys(metafile.inputs).map((input) => input.replace(/ with \{.*$/, ""));
  return {
    entry: basename(entry),
    files: outputFiles,
    inputs: [...new Set([...SETTINGS, ...sources])],
  };
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

/** @param {string} path @param {string | Uint8Array} content */
function writeAtomically(path, content) {
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, path);
}

/** @param {string} slug @param {Set<string>} current @param {number} now */
function removeStale(slug, current, now) {
  for (const entry of readdirSync(BUNDLES)) {
    if (!entry.startsWith(`${slug}.`) || !entry.endsWith(".mjs") || current.has(entry)) continue;
    const path = join(BUNDLES, entry);
    const age = now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (age > STALE_AFTER_MS) rmSync(path, { force: true });
  }
}
