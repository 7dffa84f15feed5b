import { randomInt } from "node:crypto";
import autocannon from "autocannon";
import { listenForShutdown } from "../server/shutdown.ts";
import { median } from "./report/median.ts";
import { startFastify } from "./stage/contenders.ts";
import { type Product, startProduct } from "./stage/product.ts";

/**
 * Measures polls of pages that are still the same, next to a Fastify handler that answers 304 to everything:
 * `npm run bench:polls`. It ends with 1 when fewer are answered in a second than the lower of its two bounds.
 */
const BUILDS = 20_000;
const APPS = 200;
const CONNECTIONS = 16;
const ROUNDS = 5;
const SECONDS = 3;
const LEAST_SHARE = 0.4;
const LEAST_PER_SECOND = 10_000;

const shutdown = listenForShutdown(print);

try {
  await shutdown.exit((await measure()) ? 0 : 1);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  await shutdown.exit(1);
}

async function measure(): Promise<boolean> {
  const product = await startProduct(BUILDS, shutdown, print);
  const floor = await startFastify("");
  shutdown.onStop(floor.stop);
  await floor.ready;
  const polls = await readPages(product);
  const pollAny = (request: autocannon.Request) => ({ ...request, ...polls[randomInt(polls.length)] });
  const empty = (request: autocannon.Request) => ({ ...request, path: "/empty" });
  await fire(product.origin, pollAny);
  await fire(floor.origin, empty);
  const rates: { ours: number; empty: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rates.push({ ours: await fire(product.origin, pollAny), empty: await fire(floor.origin, empty) });
  }
  const ours = median(rates.map((rate) => rate.ours));
  const others = median(rates.map((rate) => rate.empty));
  const share = ours / others;
  print(
    `unchanged polls: ${perSecond(ours)}; an empty Fastify handler: ${perSecond(others)}; ${share.toFixed(2)} times`,
  );
  return ours >= LEAST_PER_SECOND || share >= LEAST_SHARE;
}

/** What those send who have the first page of an app's builds already. */
async function readPages({ origin, pollOf }: Product) {
  return Promise.all(
    Array.from({ length: APPS }, async (_, app) => {
      const { path, headers } = pollOf(app);
      const response = await fetch(`${origin}${path}`, { headers });
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return { path, headers: { ...headers, "if-none-match": response.headers.get("etag") ?? "" } };
    }),
  );
}

async function fire(
  url: string,
  setupRequest: NonNullable<autocannon.Request["setupRequest"]>,
): Promise<number> {
  const requests = [{ method: "GET", setupRequest }];
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    sampleInt: 20,
    requests,
  });
  const { "304": unchanged, ...others } = result.statusCodeStats;
  if (result.errors + result.timeouts > 0 || !unchanged || Object.keys(others).length > 0)
    throw new Error(`${url} answered ${JSON.stringify(result.statusCodeStats)}`);
  return unchanged.count / result.duration;
}

function perSecond(rate: number): string {
  return `${Math.round(rate).toLocaleString("en")} a second`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
