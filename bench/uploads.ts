import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { pluginArchive } from "../e2e/support/archives.ts";
import { listenForShutdown } from "../server/process/shutdown.ts";
import { percentile } from "./report/percentile.ts";
import { startProduct } from "./stage/product.ts";

/**
 * Measures how long a poll of builds takes while ten archives of 20 MiB are uploaded at once, next to how long it takes
 * while nothing else happens: `npm run bench:uploads`. It ends with 1 when the 99th percentile is above its bound.
 */
const UPLOADS = 10;
const NOISE_BYTES = 20 * 1_048_576 - 100_000;
const ROUNDS = 3;
const POLL_EVERY_MS = 10;
const BOUND_MS = 200;

const shutdown = listenForShutdown(print);

try {
  const worst = await measure();
  await shutdown.exit(worst < BOUND_MS ? 0 : 1);
} catch (error) {
  print(error instanceof Error ? error.message : String(error));
  await shutdown.exit(1);
}

async function measure(): Promise<number> {
  const { origin, pollOf } = await startProduct(20_000, shutdown, print);
  const { path, headers } = pollOf(0);
  const poll = () => timeOf(`${origin}${path}`, { headers }, 200);
  const idle = await pollWhile(poll, delay(3_000));
  print(`polls beside nothing: ${describeTimes(idle)}`);
  const all: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const uploads = Array.from({ length: UPLOADS }, (_, n) => {
      const content = randomBytes(NOISE_BYTES);
      const { bytes, sha256 } = pluginArchive({ slug: `bench-${round}-${n}` }, [{ path: "noise", content }]);
      return { url: `${origin}/api/marketplace/archives/${sha256}`, bytes };
    });
    // Making them held this process up; connections that the server has closed meanwhile are noticed first.
    await delay(500);
    const startedAt = performance.now();
    const uploading = Promise.all(
      uploads.map(({ url, bytes }) =>
        timeOf(
          url,
          { method: "PUT", body: bytes, headers: { ...headers, "content-type": "application/gzip" } },
          201,
        ),
      ),
    );
    all.push(...(await pollWhile(poll, uploading)));
    print(`${UPLOADS} uploads of 20 MiB at once: ${Math.round(performance.now() - startedAt)} ms`);
  }
  print(`polls beside uploads: ${describeTimes(all)}`);
  return percentile(all, 0.99);
}

/** How long polls take, one every so often whether or not the one before has been answered. */
async function pollWhile(poll: () => Promise<number>, other: Promise<unknown>): Promise<number[]> {
  const polls: Promise<number>[] = [];
  let isOver = false;
  const ending = other.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    polls.push(poll());
    await delay(POLL_EVERY_MS);
  }
  await ending;
  return Promise.all(polls);
}

async function timeOf(url: string, init: RequestInit, status: number): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url} answered ${response.status}: ${text}`);
  return performance.now() - startedAt;
}

function describeTimes(times: number[]): string {
  const at = (share: number) => `${percentile(times, share).toFixed(1)} ms`;
  return `${times.length}, median ${at(0.5)}, 99th percentile ${at(0.99)}, longest ${at(1)}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
