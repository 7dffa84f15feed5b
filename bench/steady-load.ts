import { parseArgs } from "node:util";
import { listenForShutdown } from "../server/process/shutdown.ts";
import { percentile } from "./report/percentile.ts";
import { formatTable } from "./report/table.ts";
import { type Product, startProduct } from "./stage/product.ts";
import { browse } from "./steady/people.ts";
import { openTally, type Tally } from "./steady/tally.ts";
import { keepPolling, keepReporting } from "./steady/tools.ts";

/**
 * Reports, polls and people at once, for as long as `--seconds` says: `npm run bench:load`. It ends with 1 when a single
 * call failed, or when the 99th percentile of a kind of call is at its bound. Pages are one kind, whether people
 * follow a link or load the whole document; the table tells the two apart as well.
 */
const BUILDS = 20_000;
const REPORTS_PER_SECOND = 300;
const POLLS_PER_SECOND = 1_000;
const PEOPLE = 10;
const BOUND_MS = 150;
/** A program that has just started compiles what it runs. */
const WARM_UP_MS = 10_000;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "300" },
    /** Multiplies what tools send; for a machine that has other work. */
    scale: { type: "string", default: "1" },
  },
});

const shutdown = listenForShutdown(print);

try {
  const product = await startProduct(BUILDS, shutdown, print);
  await shutdown.exit((await load(product, Number(values.seconds))) ? 0 : 1);
} catch (error) {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error));
  await shutdown.exit(1);
}

async function load(product: Product, seconds: number): Promise<boolean> {
  const tally = await loadFor(product, seconds);
  const kinds = [...tally.kinds()];
  const rows = [...kinds, ...tally.parts()].map(([kind, { times, failures }]) => [
    kind,
    times.length.toLocaleString("en"),
    String(failures.length),
    ...[0.5, 0.99, 1].map((share) => `${percentile(times, share).toFixed(1)} ms`),
  ]);
  print(formatTable([`${seconds} s`, "answered", "failed", "median", "99th percentile", "longest"], rows));
  for (const [kind, { failures }] of kinds)
    for (const failure of failures.slice(0, 5)) print(`${kind}: ${failure}`);
  return kinds.every(
    ([, { times, failures }]) => failures.length === 0 && percentile(times, 0.99) < BOUND_MS,
  );
}

async function loadFor(product: Product, seconds: number): Promise<Tally> {
  const countsFrom = performance.now() + WARM_UP_MS;
  const tally = openTally(countsFrom);
  const scale = Number(values.scale);
  const until = countsFrom + seconds * 1_000;
  await Promise.all([
    keepReporting(product, tally, { perSecond: REPORTS_PER_SECOND * scale, until }),
    keepPolling(product, tally, { perSecond: POLLS_PER_SECOND * scale, until }),
    ...Array.from({ length: PEOPLE }, (_, person) => browse(product, tally, { person, until })),
  ]);
  return tally;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
