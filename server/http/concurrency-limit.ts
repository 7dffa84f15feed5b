import { processSingleton } from "@/db/client.ts";
import { env } from "../platform/env/env.ts";
import { AppError } from "../platform/errors.ts";

/** Requests per pooled connection: enough to keep each connection busy. */
const REQUESTS_PER_CONNECTION = 8;
/** Queued requests per running one: the number that a busy process handles within `MAX_WAIT_MS`. */
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
 * Concurrency limit for requests, with a bounded queue and load shedding. A request is rejected before it starts: at
 * once when the queue is full, else after `MAX_WAIT_MS` in the queue. So a client that retries leaves no work behind.
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
    // Created here, since Next's bundle has an `AppError` class of its own.
    queue.push({ queuedAt: performance.now(), start, reject: () => reject(overloaded()) });
  });
}

/** Passes the slot to the next request within its wait limit. */
function releaseSlot(limiter: Limiter): void {
  shedLoad(limiter.queue);
  const next = limiter.queue.shift();
  if (next) next.start();
  else limiter.running -= 1;
}

/** Rejects requests beyond their wait limit. The queue is in order of arrival. */
function shedLoad(queue: QueuedRequest[]): void {
  const oldest = performance.now() - MAX_WAIT_MS;
  while (queue[0] && queue[0].queuedAt <= oldest) queue.shift()?.reject();
}

const overloaded = () =>
  new AppError("UNAVAILABLE", "Too many requests came at once. Try again shortly.", { retryAfterSeconds: 2 });
