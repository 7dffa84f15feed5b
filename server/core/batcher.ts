export interface BatcherOptions<I, O> {
  maxBatchSize: number;
  maxConcurrentBatches: number;
  /** Results in the order of the items. */
  run: (items: I[]) => Promise<O[]>;
  /** Items with equal keys run one after the other, in order. Default: all items may run together. */
  keyOf?: (item: I) => string;
  /** True for an error that one item may have caused: each item of the batch then runs alone. */
  isItemError: (error: unknown) => boolean;
}

interface Call<I, O> {
  key: unknown;
  item: I;
  resolve: (output: O) => void;
  reject: (error: unknown) => void;
}

/** Turns of the event loop for which a batch may keep growing. */
const MAX_TURNS = 8;

/**
 * Batcher for concurrent calls. Clients of one batch call again within a few turns of the event loop. So a batch starts
 * after a turn without a new call, or when it is full. While the maximum number of batches runs, calls collect for the
 * next one.
 */
export function createBatcher<I, O>(options: BatcherOptions<I, O>): (item: I) => Promise<O> {
  const { maxBatchSize, maxConcurrentBatches, run, keyOf, isItemError } = options;
  const runningKeys = new Set<unknown>();
  let queue: Call<I, O>[] = [];
  let runningBatches = 0;
  let isScheduled = false;

  const settle = async (calls: Call<I, O>[]): Promise<void> => {
    try {
      const outputs = await run(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as O);
    } catch (error) {
      if (calls.length > 1 && isItemError(error)) for (const call of calls) await settle([call]);
      else for (const { reject } of calls) reject(error);
    }
  };
  const runBatch = async (calls: Call<I, O>[]): Promise<void> => {
    runningBatches += 1;
    for (const { key } of calls) runningKeys.add(key);
    await settle(calls);
    for (const { key } of calls) runningKeys.delete(key);
    runningBatches -= 1;
    runQueue();
  };
  const takeBatch = (): Call<I, O>[] => {
    const taken = new Map<unknown, Call<I, O>>();
    const left: Call<I, O>[] = [];
    for (const call of queue) {
      const isFree = taken.size < maxBatchSize && !taken.has(call.key) && !runningKeys.has(call.key);
      if (isFree) taken.set(call.key, call);
      else left.push(call);
    }
    queue = left;
    return [...taken.values()];
  };
  const runQueue = (): void => {
    while (runningBatches < maxConcurrentBatches) {
      const calls = takeBatch();
      if (calls.length === 0) return;
      void runBatch(calls);
    }
  };
  const collect = (seen: number, turns: number): void => {
    if (queue.length > seen && queue.length < maxBatchSize && turns < MAX_TURNS) {
      setImmediate(collect, queue.length, turns + 1);
      return;
    }
    isScheduled = false;
    runQueue();
  };

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ key: keyOf ? keyOf(item) : Symbol("unkeyed"), item, resolve, reject });
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(collect, 0, 0);
    });
}
