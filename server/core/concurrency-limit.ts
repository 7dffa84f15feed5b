import { processSingleton } from "@/db/client.ts";
import { AppError } from "@/shared/errors.ts";
import { env } from "./env/env.ts";

export interface ConcurrencyLimit {
  /** Key of the queue, which Next's bundle shares. */
  name: string;
  maxRunning: number;
  maxQueued: number;
  maxWaitMs: number;
  /** Creates the error in the caller's bundle, because Next's bundle has its own `AppError` class. */
  createError: () => AppError;
}

interface QueuedWork {
  queuedAt: number;
  start: () => void;
  reject: () => void;
}

interface Limiter {
  running: number;
  /** First in, first out. */
  queue: QueuedWork[];
}

/** Requests per pooled connection: enough to keep each connection busy. */
const REQUESTS_PER_CONNECTION = 8;
/** Queued requests per running one: the number that a busy process handles within the wait limit. */
const QUEUED_PER_RUNNING = 64;

/** Limit of requests to services, by the size of the connection pool. */
export function requestLimit(): ConcurrencyLimit {
  const maxRunning = env().DATABASE_POOL_SIZE * REQUESTS_PER_CONNECTION;
  const detail = "Too many concurrent requests. Try again shortly.";
  return {
    name: "requests",
    maxRunning,
    maxQueued: maxRunning * QUEUED_PER_RUNNING,
    maxWaitMs: 3_000,
    createError: () => new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 2 }),
  };
}

/**
 * Concurrency limit (semaphore) with a bounded queue and load shedding. Work is rejected before it starts: at once when
 * the queue is full, else after `maxWaitMs` in the queue. So a client that retries leaves no work behind.
 * @throws AppError of `createError`
 */
export async function withConcurrencyLimit<T>(limit: ConcurrencyLimit, work: () => Promise<T>): Promise<T> {
  const limiter = processSingleton(`limit-${limit.name}`, (): Limiter => ({ running: 0, queue: [] }));
  if (limiter.running < limit.maxRunning) limiter.running += 1;
  else await waitForSlot(limiter, limit);
  try {
    return await work();
  } finally {
    releaseSlot(limiter, limit);
  }
}

function waitForSlot({ queue }: Limiter, limit: ConcurrencyLimit): Promise<void> {
  shedLoad(queue, limit);
  if (queue.length >= limit.maxQueued) throw limit.createError();
  return new Promise((start, reject) => {
    queue.push({ queuedAt: performance.now(), start, reject: () => reject(limit.createError()) });
  });
}

/** Passes the slot to the next work within its wait limit. */
function releaseSlot(limiter: Limiter, limit: ConcurrencyLimit): void {
  shedLoad(limiter.queue, limit);
  const next = limiter.queue.shift();
  if (next) next.start();
  else limiter.running -= 1;
}

/** Rejects work beyond its wait limit. The queue is in order of arrival. */
function shedLoad(queue: QueuedWork[], { maxWaitMs }: ConcurrencyLimit): void {
  const oldest = performance.now() - maxWaitMs;
  while (queue[0] && queue[0].queuedAt <= oldest) queue.shift()?.reject();
}
