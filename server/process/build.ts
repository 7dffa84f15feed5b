import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { rawEnv } from "../platform/env/env.ts";
import { hashSources, isBuilt, removeStamp, writeStamp } from "./build-stamp.ts";
import { tryLock } from "./file-lock.ts";

export interface BuildOptions {
  log: (line: string) => void;
  /** Aborts a running build. */
  signal?: AbortSignal;
  root?: string;
  compile?: (root: string, signal?: AbortSignal) => Promise<void>;
}

/**
 * Build of the pages in `.next`: runs `next build` when it is missing, stale or was interrupted. A lock file serializes
 * builds of one checkout; a process that waited for the lock reuses the finished build.
 * @returns true if it ran a build
 * @throws Error with the output of a failed build
 */
export async function ensureBuild(options: BuildOptions): Promise<boolean> {
  const { log, signal, root = projectRoot, compile = runNextBuild } = options;
  if (isBuilt(root, hashSources(root))) return false;
  const release = await waitForLock(root, log, signal);
  try {
    const hash = hashSources(root);
    if (isBuilt(root, hash)) return false;
    log("Building the pages; this happens once, and again when the source changes");
    removeStamp(root);
    await compile(root, signal);
    writeStamp(root, hash);
    return true;
  } finally {
    release();
  }
}

export const projectRoot = resolve(fileURLToPath(import.meta.url), "../../..");

async function waitForLock(
  root: string,
  log: (line: string) => void,
  signal?: AbortSignal,
): Promise<() => void> {
  // Not in .next, which the build empties.
  const directory = join(root, ".build");
  makeWritable(directory);
  for (let attempt = 1; ; attempt++) {
    const lock = tryLock(join(directory, "lock"));
    if (lock.holderPid === null) return lock.release;
    if (attempt === 1) log(`Waiting for the build of process ${lock.holderPid}`);
    await delay(100, undefined, signal ? { signal } : {});
  }
}

function makeWritable(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
  } catch {
    throw new Error(
      `The pages have to be built, but this user may not write ${directory}; run "npm run build" as the owner first.`,
    );
  }
}

function runNextBuild(root: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", exitWithParent, findNext(), "build"], {
      cwd: root,
      env: { ...neutralEnvironment(), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
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
      if (code === 0 && existsSync(join(root, ".next", "BUILD_ID"))) resolve();
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
 * next one. Its own workers inherit the flag, and the check of `argv` exempts them.
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
