import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { print } from "../harness/program.ts";

export const NEXT_APP = fileURLToPath(new URL("../baselines/next", import.meta.url));
export const NEXT_COMMAND = createRequire(import.meta.url).resolve("next/dist/bin/next");

const BASELINES = fileURLToPath(new URL("../baselines", import.meta.url));
const STAMP = join(NEXT_APP, ".next", "sources.sha256");

/** Files outside the baselines that the build depends on. */
const OTHER_SOURCES = ["../fixtures/ids.ts", "../../shared/version-key.ts", "../../package-lock.json"];

/** Builds the Next.js baseline, unless a build of the same sources exists. */
export async function buildNextApp(): Promise<void> {
  const hash = createHash("sha256");
  for (const source of listSources()) hash.update(readFileSync(source)).update("\0");
  const sources = hash.digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === sources) return;
  print("Building the Next.js baseline; this happens once, and again when its source changes");
  await runBuild();
  writeFileSync(STAMP, sources);
}

function listSources(): string[] {
  const baselines = readdirSync(BASELINES, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[jt]s$/.test(path) && !path.includes(".next"))
    .sort()
    .map((path) => join(BASELINES, path));
  return [...baselines, ...OTHER_SOURCES.map((path) => fileURLToPath(new URL(path, import.meta.url)))];
}

async function runBuild(): Promise<void> {
  const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
  const build = promisify(execFile)(process.execPath, [NEXT_COMMAND, "build"], { cwd: NEXT_APP, env });
  await build.catch(({ stdout, stderr }) => {
    throw new Error(`The build failed:\n\n${stdout}${stderr}`);
  });
}
