import { processSingleton } from "@/db/client.ts";
import { env } from "../platform/env/env.ts";
import { AppError } from "../platform/errors.ts";

/** Requests per connection of the pool: enough to keep each connection busy, few enough that waiting ones cost nothing. */
const REQUESTS_PER_CONNECTION = 8;
/** Requests in the queue for each one that runs: what a busy process answers within `MAX_WAIT_MS`. */
const QUEUED_PER_RUNNING = 64;
const MAX_WAIT_MS = 3_000;

interface QueuedRequest {
  queuedAt: number;
  start: () => void;
  reject: () => void;
}

interface Limiter {
  running: number;
  /** First in, first out. */
  queue: QueuedRequest[];
}

/**
 * Concurrency limit for requests, with a bounded queue. A request that waited for `MAX_WAIT_MS` is rejected without
 * having started, so a client that was told to retry leaves no work behind; one that finds the queue full is rejected at
 * once (load shedding).
 * @throws AppError `UNAVAILABLE`
 */
export async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  const limiter = processSingleton("concurrency-limit", (): Limiter => ({ running: 0, queue: [] }));
  if (limiter.running < maxRunning()) limiter.running += 1;
  else await waitForSlot(limiter);
  try {
    return await work();
  } finally {
    releaseSlot(limiter);
  }
}

const maxRunning = () => env().DATABASE_POOL_SIZE * REQUESTS_PER_CONNECTION;

function waitForSlot({ queue }: Limiter): Promise<void> {
  shedLoad(queue);
  if (queue.length >= maxRunning() * QUEUED_PER_RUNNING) throw overloaded();
  return new Promise((start, reject) => {
    // The error is created by the bundle that waits: Next's has a class of its own.
    queue.push({ queuedAt: performance.now(), start, reject: () => reject(overloaded()) });
  });
}

/** Gives the slot to the next request that has not waited too long. */
function releaseSlot(limiter: Limiter): void {
  shedLoad(limiter.queue);
  const next = limiter.queue.shift();
  if (next) next.start();
  else limiter.running -= 1;
}

/** Rejects what has waited too long; the queue is in the order of arrival. */
function shedLoad(queue: QueuedRequest[]): void {
  const oldest = performance.now() - MAX_WAIT_MS;
  while (queue[0] && queue[0].queuedAt <= oldest) queue.shift()?.reject();
}

const overloaded = () =>
  new AppError("UNAVAILABLE", "Too many requests came at once. Try again shortly.", { retryAfterSeconds: 2 });
