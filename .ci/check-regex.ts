import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { checkSync } from "recheck";
import { z } from "zod";
import { collectRegexes, findCode, type Regex } from "./regex.ts";

/**
 * Proof that every regular expression of the source takes time linear in the text it reads, so that none needs a decision
 * about where its text comes from. `READERS_OWN` is the only exception: an expression that cannot be proven is written anew,
 * with bounded repetitions or as code. `--list` prints all of them.
 */
const CODE = ["app", "server", "shared", "cli", "worker", "db"];
/** Files with expressions that a reader writes. They run in a worker of the browser, which is stopped after a time limit. */
const READERS_OWN = ["app/_components/log/search/find-matches.ts:"];
/** zod's own expressions that our schemas run on external text: addresses, ids, dates and instants. */
const ZOD_REGEXES = [
  z.core.regexes.email,
  z.core.regexes.guid,
  z.core.regexes.uuid(),
  z.core.regexes.date,
  z.core.regexes.datetime({}),
  z.core.regexes.datetime({ offset: true }),
];
/** Expressions proven by an earlier run on this machine: a proof of all of them takes half a minute of CPU. */
const CACHE_FILE = "node_modules/.cache/check-regex.json";
const CHECK_TIMEOUT_MS = 60_000;
/** Sanity check: with fewer expressions the collection missed most of the code. */
const MIN_REGEXES = 200;

// The checker in JavaScript: the same on every platform, without a process of its own.
// biome-ignore lint/style/noProcessEnv: the checker reads its backend from there
process.env.RECHECK_BACKEND = "pure";

const { regexes: ours, unresolved } = collectRegexes([...findCode(CODE), "proxy.ts"]);
if (ours.length < MIN_REGEXES) throw new Error(`only ${ours.length} expressions were found`);
const regexes: Regex[] = [
  ...ours,
  ...ZOD_REGEXES.map(({ source, flags }) => ({ source, flags, places: ["node_modules/zod"] })),
];

const unproven = unresolved.filter((place) => !READERS_OWN.some((file) => place.startsWith(file)));
const problems = unproven.map((place) => `${place}: the pattern is not constant and not escaped`);
const checker = readFileSync("node_modules/recheck/package.json", "utf8").match(
  /"version": "([^"]{1,40})"/,
)?.[1];
const provenBefore = readProofs();
const proven: string[] = [];
for (const { source, flags, places } of regexes) {
  const name = `/${source}/${flags}`;
  const verdict = provenBefore.has(name) ? "linear" : judge(source, flags);
  if (verdict === "linear") proven.push(name);
  else problems.push(`${places.join(", ")}: ${name} is ${verdict}`);
  if (process.argv.includes("--list")) process.stdout.write(`${verdict}: ${name} ${places[0]}\n`);
}
mkdirSync(dirname(CACHE_FILE), { recursive: true });
writeFileSync(CACHE_FILE, JSON.stringify({ checker, proven }));
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${regexes.length} regular expressions proven linear in ${regexes.reduce((sum, { places }) => sum + places.length, 0)} places, ${problems.length} problems\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function readProofs(): Set<string> {
  try {
    const cache = JSON.parse(readFileSync(CACHE_FILE, "utf8")) as { checker: string; proven: string[] };
    return new Set(cache.checker === checker ? cache.proven : []);
  } catch {
    return new Set();
  }
}

function judge(source: string, flags: string): string {
  const result = checkSync(source, flags, { checker: "automaton", timeout: CHECK_TIMEOUT_MS });
  if (result.status === "safe") return "linear";
  if (result.status === "vulnerable") return result.complexity.summary;
  return `not proven (${result.status === "unknown" ? result.error.kind : ""})`;
}
