import { randomInt } from "node:crypto";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { reportRequest } from "../cases/writes.ts";
import { type BuildRange, openBuildQueue } from "../fixtures/build-queue.ts";
import { pluginSlug, rowId, searchTerm } from "../fixtures/ids.ts";
import { type Product, pageRequest, SECRETS } from "../harness/product.ts";
import type { Latencies } from "./latencies.ts";

interface Rate {
  perSecond: number;
  /** By `performance.now()`. */
  until: number;
}

/** Builds are queued about a second before their first report. */
const QUEUE_BATCH_SIZE = 150;

/** Workers: each queued build is reported to be in progress, then complete. */
export async function sendReports({ origin, sql }: Product, latencies: Latencies, rate: Rate): Promise<void> {
  const queue = openBuildQueue(sql);
  let current: Promise<BuildRange> = queue.add(QUEUE_BATCH_SIZE);
  let next = queue.add(QUEUE_BATCH_SIZE);
  let taken = 0;
  const takeQueued = async (): Promise<string> => {
    if (taken === QUEUE_BATCH_SIZE) {
      current = next;
      next = queue.add(QUEUE_BATCH_SIZE);
      taken = 0;
    }
    const offset = taken++;
    return rowId("freshBuild", (await current).first + offset);
  };
  const inProgress: string[] = [];
  await sendAtRate(rate, async (dueAt) => {
    const running = inProgress.shift();
    const buildId = running ?? (await takeQueued());
    const status = running ? "COMPLETED" : "IN_PROGRESS";
    const { path, ...init } = reportRequest(SECRETS.BUILD_SERVER_SECRET, buildId, status);
    const response = await latencies.send("report", dueAt, origin + path, init);
    if (response && !running) inProgress.push(buildId);
  });
}

/** Tools that poll the builds of apps with the entity tag of their last response. */
export async function sendPolls(product: Product, latencies: Latencies, rate: Rate): Promise<void> {
  const tags = new Map<number, string>();
  await sendAtRate(rate, async (dueAt) => {
    const app = randomInt(product.dataset.apps);
    const { path, headers } = pageRequest(product, app);
    const tag = tags.get(app);
    const response = await latencies.send("poll", dueAt, product.origin + path, {
      headers: { ...headers, ...(tag && { "if-none-match": tag }) },
    });
    if (typeof response?.headers["etag"] === "string") tags.set(app, response.headers["etag"]);
  });
}

/** Pause of a reader between two requests. */
const READER_PAUSE_MS = 1_000;

/** Reader of the public registry: lists, searches and items in turn, without a credential. */
export async function readRegistry(
  { origin, dataset }: Product,
  latencies: Latencies,
  until: number,
): Promise<void> {
  await delay(randomInt(READER_PAUSE_MS));
  for (let request = 0; performance.now() < until; request += 1) {
    const plugin = randomInt(dataset.plugins);
    const query = [`?sort=latest`, `?q=${searchTerm(plugin)}`, `/app-plugin/${pluginSlug(plugin)}`][
      request % 3
    ];
    await latencies.send("registry", performance.now(), `${origin}/api/marketplace/items${query}`, {
      headers: {},
    });
    await delay(READER_PAUSE_MS);
  }
}

const TICK_INTERVAL_MS = 5;
/** Bound of the requests between two turns of the event loop: responses have to be read in between. */
const MAX_REQUESTS_PER_TICK = 20;

/** Open-loop load: sends at a constant rate, whether or not earlier requests have been answered. */
async function sendAtRate({ perSecond, until }: Rate, send: (dueAt: number) => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const requests: Promise<void>[] = [];
  const nextDueAt = () => startedAt + (requests.length * 1_000) / perSecond;
  while (performance.now() < until) {
    const now = performance.now();
    for (let sent = 0; sent < MAX_REQUESTS_PER_TICK && nextDueAt() <= now; sent += 1) {
      requests.push(send(nextDueAt()));
    }
    await (nextDueAt() <= now ? nextTurn() : delay(TICK_INTERVAL_MS));
  }
  await Promise.all(requests);
}
