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
  /** Ends a build that is under way. */
  signal?: AbortSignal;
  root?: string;
  compile?: (root: string, signal?: AbortSignal) => Promise<void>;
}

/**
 * Makes sure that `.next` is the build of the sources as they are; builds when it is missing, stale or was
 * interrupted. Builds of one checkout wait for each other, and those that come later find the work done.
 * @returns whether it had to build.
 * @throws Error with all that the build printed, when it fails.
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
  // Not in .next: the build empties that.
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

/** What a build reads may end up in its files: it sees the machine, but no setting and no secret. */
function neutralEnvironment(): Record<string, string | undefined> {
  const names = ["PATH", "HOME", "TMPDIR", "NODE_OPTIONS", "CI"];
  return Object.fromEntries(names.map((name) => [name, rawEnv()[name]]));
}

/**
 * Without it, a build whose parent was killed would go on and write into the one that follows.
 * The build's own workers inherit the flag; their channels are none of our business.
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

/** What runs bundled programs: with a program's path as its first argument. */
export const RUNNER = join(projectRoot, "server", "run.mjs");
