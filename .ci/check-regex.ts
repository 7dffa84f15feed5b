import { checkSync } from "recheck";
import { collectRegexes, findCode } from "./regex.ts";

/**
 * Proof that every regular expression of the source takes time linear in the text it reads, so that none needs a decision
 * about where its text comes from. There are no exceptions: an expression that cannot be proven is written anew, with bounded
 * repetitions or as code. `--list` prints all of them.
 */
const CODE = ["app", "server", "cli", "worker", "db"];
const CHECK_TIMEOUT_MS = 60_000;
/** Sanity check: with fewer expressions the collection missed most of the code. */
const MIN_REGEXES = 200;

// The checker in JavaScript: the same on every platform, without a process of its own.
// biome-ignore lint/style/noProcessEnv: the checker reads its backend from there
process.env.RECHECK_BACKEND = "pure";

const { regexes, unresolved } = collectRegexes([...findCode(CODE), "proxy.ts"]);
if (regexes.length < MIN_REGEXES) throw new Error(`only ${regexes.length} expressions were found`);

const problems = unresolved.map((place) => `${place}: the pattern is not constant and not escaped`);
for (const { source, flags, places } of regexes) {
  const result = checkSync(source, flags, { checker: "automaton", timeout: CHECK_TIMEOUT_MS });
  const verdict = result.status === "safe" ? "linear" : explain(result);
  if (result.status !== "safe") problems.push(`${places.join(", ")}: /${source}/${flags} is ${verdict}`);
  if (process.argv.includes("--list")) process.stdout.write(`${verdict}: /${source}/${flags} ${places[0]}\n`);
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(
  `${regexes.length} regular expressions proven linear in ${regexes.reduce((sum, { places }) => sum + places.length, 0)} places, ${problems.length} problems\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;

function explain(result: ReturnType<typeof checkSync>): string {
  if (result.status === "vulnerable") return result.complexity.summary;
  return `not proven (${result.status === "unknown" ? result.error.kind : ""})`;
}
