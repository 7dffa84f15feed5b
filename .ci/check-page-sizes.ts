import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";

/**
 * Measures the JavaScript that the build names for the first load of each page, in thousands of bytes after gzip, and
 * fails when a page has more than `page-sizes.json` lets it. An allowance that is no longer used up is told.
 */
const BUILD = ".next";
const SLACK_KB = 10;

interface Bounds {
  publicKb: number;
  dashboardsKb: number;
  /** What pages may have that are beyond the bound of their kind. */
  allowancesKb: Record<string, number>;
}

const { publicKb, dashboardsKb, allowancesKb } = readJson<Bounds>(
  join(import.meta.dirname, "page-sizes.json"),
);
const { rootMainFiles } = readJson<{ rootMainFiles: string[] }>(join(BUILD, "build-manifest.json"));
const routes = Object.entries(readJson<Record<string, string>>(join(BUILD, "app-path-routes-manifest.json")));
const sizes = new Map(
  routes.filter(([entry]) => entry.endsWith("/page")).map(([entry, path]) => [path, firstLoadKb(entry)]),
);

const problems = [...sizes].flatMap(([path, kb]) => judge(path, kb));
for (const path of Object.keys(allowancesKb)) {
  if (!sizes.has(path)) problems.push(`${path} has an allowance, but there is no such page`);
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
const largest = Math.max(...sizes.values());
if (!(largest > 0)) throw new Error("no page was measured");
process.stdout.write(`${sizes.size} pages, the largest loads ${largest.toFixed(0)} kB of scripts at first\n`);
process.exitCode = problems.length > 0 ? 1 : 0;

function judge(path: string, kb: number): string[] {
  const bound = /^\/(builder|admin)(\/|$)/.test(path) ? dashboardsKb : publicKb;
  const allowance = allowancesKb[path];
  if (kb > (allowance ?? bound))
    return [`${path}: ${kb.toFixed(1)} kB, but at most ${allowance ?? bound} kB`];
  if (allowance === undefined) return [];
  if (kb < Math.max(bound, allowance - SLACK_KB)) {
    process.stdout.write(`${path}: ${kb.toFixed(1)} kB, so its allowance of ${allowance} kB can shrink\n`);
  }
  return [];
}

function firstLoadKb(entry: string): number {
  const files = new Set([...rootMainFiles, ...entryFiles(entry)]);
  const bytes = [...files].map((file) => gzipSync(readFileSync(join(BUILD, file))).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1_000;
}

/** Next writes what a page's client parts need as a script that sets a global. */
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
