import { randomInt } from "node:crypto";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { rowId } from "../data/ids.ts";
import { APPS } from "../data/world.ts";
import { SECRETS } from "../stage/contenders.ts";
import type { Product } from "../stage/product.ts";
import type { Tally } from "./tally.ts";

interface DebounceOptions {
  perSecond: number;
  /** By `performance.now()`. */
  until: number;
}

/** Builds are queued a second ahead, so that no report waits until there is one to report on. */
const QUEUED_AT_ONCE = 150;

/** Workers that report on builds: each that it began, and then that it is complete. */
export async function keepReporting(product: Product, tally: Tally, pace: DebounceOptions): Promise<void> {
  const url = `${product.origin}/api/builds/webhook/status`;
  const headers = { "content-type": "application/json", "x-build-secret": SECRETS.BUILD_SERVER_SECRET };
  let current = product.queueBuilds(QUEUED_AT_ONCE);
  let next = product.queueBuilds(QUEUED_AT_ONCE);
  let taken = 0;
  const takeFresh = async (): Promise<string> => {
    if (taken === QUEUED_AT_ONCE) {
      current = next;
      next = product.queueBuilds(QUEUED_AT_ONCE);
      taken = 0;
    }
    const number = taken++;
    return rowId("freshBuild", (await current).first + number);
  };
  const begun: string[] = [];
  const report = async (due: number, body: { buildId: string; status: string }): Promise<void> => {
    const done = await tally.call("report", due, url, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    if (done && body.status === "IN_PROGRESS") begun.push(body.buildId);
  };
  await keepPace(pace, async (due) => {
    const running = begun.shift();
    if (running) return report(due, { buildId: running, status: "COMPLETED" });
    return report(due, { buildId: await takeFresh(), status: "IN_PROGRESS" });
  });
}

/** Tools that poll the builds of apps and say what they have already. */
export async function keepPolling(product: Product, tally: Tally, pace: DebounceOptions): Promise<void> {
  const tags = new Map<number, string>();
  await keepPace(pace, async (due) => {
    const app = randomInt(APPS);
    const { path, headers } = product.pollOf(app);
    const known = tags.get(app);
    const answer = await tally.call("poll", due, product.origin + path, {
      headers: { ...headers, ...(known && { "if-none-match": known }) },
    });
    if (typeof answer?.headers["etag"] === "string") tags.set(app, answer.headers["etag"]);
  });
}

const POLL_INTERVAL_MS = 5;
const MOST_AT_ONCE = 20;

/** Calls so often in a second, whether or not the calls before have been answered. */
async function keepPace(
  { perSecond, until }: DebounceOptions,
  call: (due: number) => Promise<void>,
): Promise<void> {
  const startedAt = performance.now();
  const calls: Promise<void>[] = [];
  let made = 0;
  while (performance.now() < until) {
    const now = performance.now();
    // No more at once, also where it is late: answers have to be read in between.
    for (let n = 0; n < MOST_AT_ONCE && dueAt(made) <= now; n += 1) {
      calls.push(call(dueAt(made)));
      made += 1;
    }
    await (dueAt(made) <= now ? nextTurn() : delay(POLL_INTERVAL_MS));
  }
  await Promise.all(calls);

  function dueAt(number: number): number {
    return startedAt + (number * 1_000) / perSecond;
  }
}
