import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Module, traceClientImports } from "./client-imports.ts";

/**
 * Import rules of `.dependency-cruiser.cjs`, what scripts in the browser may reach, and the layout of folders: at most 25
 * source files in one (tests aside), and only the composition root at the top of `server/`.
 */
const CODE = ["shared", "db", "server", "app", "cli", "worker", "proxy.ts"];
const MAX_FILES_PER_FOLDER = 25;
const COMPOSITION_ROOT = [
  "jobs.ts",
  "main.ts",
  "rest.ts",
  "router.ts",
  "run.mjs",
  "start.ts",
  "web-process.ts",
];
/** Sanity check: with fewer modules the cruise missed most of the code. */
const MIN_MODULES = 100;

interface Cruise {
  modules: Module[];
  summary: { violations: { from: string; to: string; rule: { name: string; severity: string } }[] };
}

const { modules, summary } = cruise();
const own = modules.map(({ source }) => source).filter((source) => !source.includes("node_modules"));
if (own.length < MIN_MODULES) throw new Error(`only ${own.length} modules were found`);

const problems = [
  ...summary.violations
    .filter(({ rule }) => rule.severity === "error")
    .map(({ from, to, rule }) => `${rule.name}: ${from} → ${to}`),
  ...traceClientImports(modules, (source) => readFileSync(source, "utf8")),
  ...findLargeFolders(own),
  ...findStraysInServer(),
];
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${own.length} modules, ${problems.length} problems\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function cruise(): Cruise {
  const program = new URL("../node_modules/dependency-cruiser/bin/dependency-cruise.mjs", import.meta.url);
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [fileURLToPath(program), "--config", ".dependency-cruiser.cjs", "--output-type", "json", ...CODE],
    { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
  );
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Cruise;
}

function findLargeFolders(sources: string[]): string[] {
  const counts = new Map<string, number>();
  for (const source of sources) {
    if (/\.(tsx?|mjs)$/.test(source)) counts.set(dirname(source), (counts.get(dirname(source)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > MAX_FILES_PER_FOLDER)
    .map(
      ([folder, count]) => `folder-size: ${folder} has ${count} files, but at most ${MAX_FILES_PER_FOLDER}`,
    );
}

function findStraysInServer(): string[] {
  return readdirSync("server", { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.ts$/.test(entry.name))
    .filter(({ name }) => !COMPOSITION_ROOT.includes(name))
    .map(({ name }) => `composition-root: ${join("server", name)} belongs into a folder`);
}
