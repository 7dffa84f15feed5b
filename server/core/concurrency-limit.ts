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

/**
 * Part of a queue. A full queue drops the newest work of the largest share for that of a smaller one, and a share that
 * does not run goes first. So many requests of one client do not push out others.
 */
export interface QueueShare {
  name: string;
  /** True for work that goes first and is not dropped for others: one at a time for each share. */
  isPreferred?: boolean | undefined;
}

interface QueuedWork {
  queuedAt: number;
  share: QueueShare | undefined;
  start: () => void;
  reject: () => void;
}

interface Limiter {
  running: number;
  /** In order of arrival. */
  queue: QueuedWork[];
  /** Names of the shares that run. */
  shares: string[];
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
export async function withConcurrencyLimit<T>(
  limit: ConcurrencyLimit,
  work: () => Promise<T>,
  share?: QueueShare,
): Promise<T> {
  const limiter = processSingleton(
    `limit-${limit.name}`,
    (): Limiter => ({ running: 0, queue: [], shares: [] }),
  );
  if (limiter.running < limit.maxRunning) limiter.running += 1;
  else await waitForSlot(limiter, limit, share);
  if (share) limiter.shares.push(share.name);
  try {
    return await work();
  } finally {
    if (share) limiter.shares.splice(limiter.shares.indexOf(share.name), 1);
    releaseSlot(limiter, limit);
  }
}

function waitForSlot(
  { queue }: Limiter,
  limit: ConcurrencyLimit,
  wanted: QueueShare | undefined,
): Promise<void> {
  shedLoad(queue, limit);
  const sizeOf = (name: string) => queue.filter(({ share }) => share?.name === name).length;
  const share = wanted && { ...wanted, isPreferred: wanted.isPreferred && sizeOf(wanted.name) === 0 };
  if (queue.length >= limit.maxQueued && !(share && dropForShare(queue, share, sizeOf))) {
    throw limit.createError();
  }
  return new Promise((start, reject) => {
    queue.push({ queuedAt: performance.now(), share, start, reject: () => reject(limit.createError()) });
  });
}

/** Drops the newest work of the largest share, if a place is due to another share. */
function dropForShare(queue: QueuedWork[], share: QueueShare, sizeOf: (name: string) => number): boolean {
  const sizes = queue.map((work) => (work.share && !work.share.isPreferred ? sizeOf(work.share.name) : 0));
  const largest = Math.max(...sizes);
  if (largest <= (share.isPreferred ? 0 : sizeOf(share.name) + 1)) return false;
  const [dropped] = queue.splice(sizes.lastIndexOf(largest), 1);
  dropped?.reject();
  return true;
}

/** Passes the slot to the next work within its wait limit. */
function releaseSlot(limiter: Limiter, limit: ConcurrencyLimit): void {
  shedLoad(limiter.queue, limit);
  const [next] = limiter.queue.splice(findNext(limiter), 1);
  if (next) next.start();
  else limiter.running -= 1;
}

/** Index of the work that goes next. Only a queue with shares is searched. */
function findNext({ queue, shares }: Limiter): number {
  if (!queue[0]?.share) return 0;
  const preferred = queue.findIndex(({ share }) => share?.isPreferred);
  if (preferred >= 0) return preferred;
  return Math.max(
    0,
    queue.findIndex(({ share }) => share && !shares.includes(share.name)),
  );
}

/** Rejects work beyond its wait limit. The queue is in order of arrival. */
function shedLoad(queue: QueuedWork[], { maxWaitMs }: ConcurrencyLimit): void {
  const oldest = performance.now() - maxWaitMs;
  while (queue[0] && queue[0].queuedAt <= oldest) queue.shift()?.reject();
}
