import { existsSync, realpathSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { BuildOptions, BuildResult, Message } from "esbuild";
import type { PluginManifest } from "@/shared/plugin/manifest.ts";
import { CliError, type Diagnostic } from "../context/errors.ts";
import { findIgnoreFile, type ProjectFile, readTextFile } from "./files.ts";

const TYPESCRIPT = /\.[cm]?tsx?$/;
const JAVASCRIPT = /\.[cm]?js$/;
const TSCONFIG = "tsconfig.json";
const DEFAULT_OUTPUT = "dist/index.js";
/** Banner that defines `require`, which CommonJS packages call for modules of Node. */
const REQUIRE_BANNER = `import { createRequire } from "node:module";\nconst require = createRequire(import.meta.url);`;

/** Bundle of a plugin: the file that is bundled, and the file that runs. */
export interface BundlePlan {
  source: string;
  output: string;
}

/** Bundle of a manifest: of `source` into `entry`, or of an entry in TypeScript; null for plain JavaScript. */
export function planBundle({ entry, source }: PluginManifest): BundlePlan | null {
  if (source !== undefined) return { source, output: entry };
  return TYPESCRIPT.test(entry) ? { source: entry, output: DEFAULT_OUTPUT } : null;
}

/** Problems of a bundle that esbuild does not detect. A handwritten file is never replaced. */
export function checkPlan(folder: string, { source, output }: BundlePlan): Diagnostic[] {
  if (source === output) return [{ path: "plugin.json.source", message: "must not be the entry itself" }];
  if (!JAVASCRIPT.test(output)) {
    return [
      { path: "plugin.json.entry", message: "must end with .js, .mjs or .cjs, as source is bundled into it" },
    ];
  }
  const text = readTextFile(join(folder, output));
  if (text === null || text.trimEnd().endsWith(`//# sourceMappingURL=${posix.basename(output)}.map`))
    return [];
  const message = `the bundle of ${source} would replace this file, which is not a bundle; remove or rename it`;
  return [{ path: output, message }];
}

export interface Bundle {
  /** The bundle and its source map. */
  files: ProjectFile[];
  errors: Diagnostic[];
  warnings: Diagnostic[];
}

/**
 * Bundle of a plugin's source with the packages that it imports, unminified, with its source map. The same sources and
 * packages give the same bytes in every folder. The map names the sources without their text, which is in the archive.
 * @param files those that are packed
 */
export async function bundleSource(folder: string, plan: BundlePlan, files: ProjectFile[]): Promise<Bundle> {
  const root = realpathSync(folder);
  const first = await runEsbuild(root, plan, {});
  if (!first.result) return { files: [], ...first.failure };
  const again = needsRequire(first.result, plan)
    ? await runEsbuild(root, plan, { banner: { js: REQUIRE_BANNER } })
    : first;
  const result = again.result ?? first.result;
  const errors = findUnpackedInputs(root, result, files);
  const outputs = result.outputFiles.map(({ path, text }) => ({
    path: posix.join(dirname(plan.output), path.slice(path.replaceAll("\\", "/").lastIndexOf("/") + 1)),
    content: Buffer.from(
      path.endsWith(".map") ? withStableSources(text, plan.output) : withStableNames(text, result),
    ),
  }));
  const extra = outputs.filter(({ path }) => path !== plan.output && path !== `${plan.output}.map`);
  errors.push(
    ...extra.map(({ path }) => ({
      path,
      message: "would be a second bundle file; don't import style sheets",
    })),
  );
  return {
    files: outputs.map(({ path, content }) => ({
      path,
      source: join(folder, path),
      sizeBytes: content.length,
      content,
    })),
    errors,
    warnings: result.warnings.map(toDiagnostic),
  };
}

type EsbuildResult = BuildResult<{ write: false; metafile: true }>;
type EsbuildRun =
  | { result: EsbuildResult; failure?: never }
  | { result?: never; failure: Omit<Bundle, "files"> };

async function runEsbuild(
  root: string,
  { source, output }: BundlePlan,
  options: Pick<BuildOptions, "banner">,
): Promise<EsbuildRun> {
  const { build } = await loadEsbuild();
  try {
    const result = await build({
      absWorkingDir: root,
      entryPoints: [`./${source}`],
      outfile: output,
      bundle: true,
      write: false,
      metafile: true,
      platform: "node",
      format: output.endsWith(".cjs") ? "cjs" : "esm",
      // Settings of the folders above would change the bundle.
      ...(existsSync(join(root, TSCONFIG)) ? { tsconfig: TSCONFIG } : { tsconfigRaw: "{}" }),
      target: "es2022",
      charset: "utf8",
      sourcemap: "linked",
      sourcesContent: false,
      legalComments: "inline",
      logLevel: "silent",
      ...options,
    });
    return { result };
  } catch (error) {
    const { errors, warnings } = error as Partial<Record<"errors" | "warnings", Message[]>>;
    if (!errors?.length) throw error;
    const failure = { errors: errors.map(toDiagnostic), warnings: (warnings ?? []).map(toDiagnostic) };
    return { failure };
  }
}

async function loadEsbuild(): Promise<typeof import("esbuild")> {
  try {
    return await import("esbuild");
  } catch (cause) {
    throw new CliError({
      code: "ESBUILD_MISSING",
      message: `TypeScript cannot be bundled: esbuild is not installed (${(cause as Error).message.split("\n", 1)[0]}).`,
      hint: "Install the CLI again, with optional dependencies: npm install --global <address of the platform>/cli.tgz",
    });
  }
}

const needsRequire = ({ metafile }: EsbuildResult, { output }: BundlePlan): boolean =>
  !output.endsWith(".cjs") &&
  Object.values(metafile.outputs).some(({ imports }) => imports.some(({ kind }) => kind === "require-call"));

/** Files of the bundle, except those of packages, that are not in the archive. */
function findUnpackedInputs(root: string, { metafile }: EsbuildResult, files: ProjectFile[]): Diagnostic[] {
  const packed = new Set(files.map(({ path }) => path));
  return Object.keys(metafile.inputs)
    .map((input) => input.replace(/ with \{.*$/s, "").normalize("NFC"))
    .filter((path) => !isOfPackage(path) && !packed.has(path) && !/^[(<]/.test(path))
    .map((path) => {
      if (path.startsWith("../")) {
        return {
          path,
          message: "is imported from outside the plugin folder; move it there or make it a package",
        };
      }
      const ignoreFile = findIgnoreFile(root, path);
      const reason = ignoreFile ? `excluded by ${ignoreFile}` : "not in the archive";
      return { path, message: `is bundled, but ${reason}; reviewers need all sources` };
    });
}

const isOfPackage = (path: string): boolean => path.split("/").includes("node_modules");

/**
 * Path of a package's file from `node_modules/` on. A folder above, where packages may be installed, must not change
 * the bundle.
 */
const toStablePath = (path: string): string =>
  path.startsWith("../") && isOfPackage(path) ? path.slice(path.indexOf("node_modules/")) : path;

/** Bundle text with package paths relative to the project, in comments and wrappers. */
function withStableNames(text: string, { metafile }: EsbuildResult): string {
  return Object.keys(metafile.inputs)
    .filter((input) => toStablePath(input) !== input)
    .reduce(
      (result, input) =>
        result
          .replaceAll(`// ${input}\n`, `// ${toStablePath(input)}\n`)
          .replaceAll(`"${input}"(`, `"${toStablePath(input)}"(`),
      text,
    );
}

function withStableSources(text: string, output: string): string {
  const map = JSON.parse(text) as { sources: string[] };
  const folder = dirname(output);
  const sources = map.sources.map((source) =>
    posix.relative(folder, toStablePath(posix.join(folder, source))),
  );
  return `${JSON.stringify({ ...map, sources })}\n`;
}

const toDiagnostic = ({ text, location }: Message): Diagnostic => ({
  path: location?.file ?? "plugin.json.source",
  message: location ? `${text} (line ${location.line}, column ${location.column + 1})` : text,
});
