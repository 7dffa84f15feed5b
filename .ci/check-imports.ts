import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Fewer modules than this, and the cruise missed the code that it is to judge. */
const FEWEST_MODULES = 100;

const folders = ["app", "server", "db", "cli", "worker", "proxy.ts"].filter((folder) => existsSync(folder));
const cruise = spawnSync(
  process.execPath,
  [
    fileURLToPath(new URL("../node_modules/dependency-cruiser/bin/dependency-cruise.mjs", import.meta.url)),
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "json",
    ...folders,
  ],
  { encoding: "utf8", maxBuffer: 256 * 1024 * 1024 },
);
if (!cruise.stdout) throw new Error(cruise.stderr);

interface Cruise {
  modules: { source: string }[];
  summary: { violations: { from: string; to: string; rule: { name: string; severity: string } }[] };
}

const { modules, summary } = JSON.parse(cruise.stdout) as Cruise;
const own = modules.filter(({ source }) => !source.includes("node_modules"));
const errors = summary.violations.filter(({ rule }) => rule.severity === "error");
for (const { from, to, rule } of errors) process.stdout.write(`${rule.name}: ${from} → ${to}\n`);
if (own.length < FEWEST_MODULES) throw new Error(`only ${own.length} modules were seen`);
process.stdout.write(`${own.length} modules, ${errors.length} forbidden imports\n`);
process.exitCode = errors.length > 0 ? 1 : 0;
