import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { buildDirectory, hashSources } from "../server/process/build-stamp.ts";

/**
 * Size budget of pages: JavaScript of the first load in kB after gzip, compared with the limit for the kind of page in
 * `page-budget.json`. Scripts loaded later, on demand or when the page is idle, do not count.
 */
const BUILD = buildDirectory(hashSources(process.cwd()));
const BUDGET_KB = readJson<{ public: number; dashboards: number }>(join(".ci", "page-budget.json"));

const { rootMainFiles } = readJson<{ rootMainFiles: string[] }>(join(BUILD, "build-manifest.json"));
const routes = Object.entries(readJson<Record<string, string>>(join(BUILD, "app-path-routes-manifest.json")));
const sizes = new Map(
  routes.filter(([entry]) => entry.endsWith("/page")).map(([entry, path]) => [path, firstLoadKb(entry)]),
);

const problems = [...sizes].flatMap(([path, kb]) => judge(path, kb));
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (sizes.size === 0) throw new Error("no page was measured");
process.stdout.write(`${sizes.size} pages; ${largestOf("public")}, ${largestOf("dashboards")}\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function judge(path: string, kb: number): string[] {
  const budget = BUDGET_KB[kindOf(path)];
  return kb > budget ? [`${path}: ${kb.toFixed(1)} kB, but at most ${budget} kB`] : [];
}

function kindOf(path: string): keyof typeof BUDGET_KB {
  return /^\/(builder|admin|account)(\/|$)/.test(path) ? "dashboards" : "public";
}

function largestOf(kind: keyof typeof BUDGET_KB): string {
  const all = [...sizes].filter(([path]) => kindOf(path) === kind).map(([, kb]) => kb);
  return `${kind} load up to ${Math.max(...all).toFixed(0)} of ${BUDGET_KB[kind]} kB at first`;
}

function firstLoadKb(entry: string): number {
  const files = new Set([...rootMainFiles, ...entryFiles(entry)]);
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(BUILD, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1_000;
}

/** Client chunks of a page, from Next's manifest: a script that sets a global. */
function entryFiles(entry: string): string[] {
  const script = readFileSync(join(BUILD, "server", "app", `${entry}_client-reference-manifest.js`), "utf8");
  const manifest = runInContext(`${script};globalThis.__RSC_MANIFEST`, createContext({})) as Record<
    string,
    { entryJSFiles?: Record<string, string[]> }
  >;
  return Object.values(manifest[entry]?.entryJSFiles ?? {}).flat();
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}
