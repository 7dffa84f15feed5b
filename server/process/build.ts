import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { rawEnv } from "@/server/core/env/env.ts";
import { BUILDS, buildDirectory, hashSources, removeStamp, writeStamp } from "./build-stamp.ts";
import { claimBuild, isWritable, pruneBuilds } from "./build-users.ts";
import { waitForLock } from "./file-lock.ts";

export interface BuildOptions {
  log: (line: string) => void;
  /** Aborts a running build. */
  signal?: AbortSignal;
  root?: string;
  compile?: (root: string, directory: string, signal?: AbortSignal) => Promise<void>;
}

export interface PagesBuild {
  /** Relative to the root: the value of Next's `distDir`. */
  directory: string;
  /** False when a finished build was reused. */
  isNew: boolean;
}

/**
 * Build of the pages. Runs `next build` unless there is a finished build of these sources for this version of Node.
 * Each build has its own directory, so that a start does not change what other processes serve. This process is a user
 * of the build until it exits. A lock file serializes builds of one checkout; a process that waited reuses the finished
 * build.
 * @throws Error with the output of a failed build
 */
export async function ensureBuild(options: BuildOptions): Promise<PagesBuild> {
  const { log, signal, root = projectRoot, compile = runNextBuild } = options;
  const finished = await claimBuild(root, hashSources(root), signal);
  if (finished) return { directory: finished, isNew: false };
  if (!isWritable(join(root, BUILDS))) {
    throw new Error(
      `The pages must be built, but this user cannot write to ${join(root, BUILDS)}. Run "npm run build" as its owner first.`,
    );
  }
  const onWait = (pid: number) => log(`Waiting for the build of process ${pid}`);
  const release = await waitForLock(join(root, BUILDS, "lock"), { signal, onWait });
  try {
    for (let isNew = false; ; isNew = true) {
      const hash = hashSources(root);
      const directory = await claimBuild(root, hash, signal);
      if (directory) {
        if (isNew) await pruneBuilds(root, hash);
        return { directory, isNew };
      }
      log(isNew ? "The source changed during the build; rebuilding" : BUILD_MESSAGE);
      removeStamp(join(root, buildDirectory(hash)));
      await compile(root, buildDirectory(hash), signal);
      if (hashSources(root) === hash) writeStamp(root, hash);
    }
  } finally {
    release();
  }
}

const BUILD_MESSAGE = "Building the pages (only after the source changes)";

export const projectRoot = resolve(fileURLToPath(import.meta.url), "../../..");

function runNextBuild(root: string, directory: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", exitWithParent, findNext(), "build"], {
      cwd: root,
      env: {
        ...neutralEnvironment(),
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        DRYDOCK_PAGES_BUILD: directory,
      },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
      ...(signal ? { signal } : {}),
    });
    let output = "";
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0 && existsSync(join(root, directory, "BUILD_ID"))) resolve();
      else reject(new Error(`The build failed:\n\n${output.trim()}`));
    });
  });
}

/** Environment of the build without settings and secrets, because Next may inline what it reads into its files. */
function neutralEnvironment(): Record<string, string | undefined> {
  const names = ["PATH", "HOME", "TMPDIR", "NODE_OPTIONS", "CI"];
  return Object.fromEntries(names.map((name) => [name, rawEnv()[name]]));
}

/**
 * Preloaded module that ends `next build` with its parent. Otherwise the build of a killed parent would write into the
 * next one. Workers of the build inherit the flag; the check of `argv` exempts them.
 */
const exitWithParent = `data:text/javascript,${encodeURIComponent(
  `if (process.argv[2] === "build") {
    process.once("disconnect", () => process.exit(1));
    process.channel?.unref();
  }`,
)}`;

function findNext(): string {
  return createRequire(import.meta.url).resolve("next/dist/bin/next");
}

/** Path of the program runner; its first argument is the path of a TypeScript program. */
export const RUNNER = join(projectRoot, "server", "run.mjs");

/** Bundles of all programs: those of npm's commands, and those that the launcher starts. */
export async function ensurePrograms(): Promise<void> {
  const { scripts } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = Object.values(scripts).flatMap((line) => line.match(/(?<=server\/run\.mjs )\S+/) ?? []);
  const programs = new Set([...commands, "server/web-process.ts", "server/pages/page-process.ts"]);
  await promisify(execFile)(process.execPath, [RUNNER, "--bundle", ...programs]);
}
