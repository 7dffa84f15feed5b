/** How calls are answered together. */
export interface Batching<I, O> {
  /** Calls of one key are answered one after the other, in the order in which they came. */
  keyOf: (input: I) => string;
  /** The outcome of each call, in their order. */
  answer: (inputs: I[]) => Promise<O[]>;
  /** Whether an error may be the fault of one call among others: then each is answered by itself. */
  mayBeOfOne: (error: unknown) => boolean;
  /** So many batches are under way at once. */
  atOnce: number;
  /** So many calls are in a batch at the most. */
  most: number;
}

interface Call<I, O> {
  key: string;
  input: I;
  resolve: (output: O) => void;
  reject: (error: unknown) => void;
}

/** Turns of the event loop that calls wait for more at the most, while each brings some. */
const MOST_TURNS = 8;

/**
 * Lets calls that come together be answered together. Clients who were answered together call again within a few turns
 * of the event loop, so calls go once a turn has brought no further one, or once they fill a batch; a turn that finds
 * nothing to do takes next to no time. While enough batches are under way, calls gather for the next one.
 */
export function inBatches<I, O>(batching: Batching<I, O>): (input: I) => Promise<O> {
  const { keyOf, answer, mayBeOfOne, atOnce, most } = batching;
  const activeRequests = new Set<string>();
  let waiting: Call<I, O>[] = [];
  let batches = 0;
  let isDue = false;

  const settle = async (calls: Call<I, O>[]): Promise<void> => {
    try {
      const outputs = await answer(calls.map(({ input }) => input));
      for (const [index, { resolve }] of calls.entries()) resolve(outputs[index] as O);
    } catch (error) {
      if (calls.length > 1 && mayBeOfOne(error)) for (const call of calls) await settle([call]);
      else for (const { reject } of calls) reject(error);
    }
  };
  const send = async (calls: Call<I, O>[]): Promise<void> => {
    batches += 1;
    for (const { key } of calls) activeRequests.add(key);
    await settle(calls);
    for (const { key } of calls) activeRequests.delete(key);
    batches -= 1;
    sendWaiting();
  };
  const takeBatch = (): Call<I, O>[] => {
    const taken = new Map<string, Call<I, O>>();
    const left: Call<I, O>[] = [];
    for (const call of waiting) {
      const isFree = taken.size < most && !taken.has(call.key) && !activeRequests.has(call.key);
      if (isFree) taken.set(call.key, call);
      else left.push(call);
    }
    waiting = left;
    return [...taken.values()];
  };
  const gather = (seen: number, turns: number): void => {
    const mayGrow = waiting.length < most && turns < MOST_TURNS;
    if (mayGrow && waiting.length > seen) {
      setImmediate(gather, waiting.length, turns + 1);
      return;
    }
    isDue = false;
    sendWaiting();
  };
  const sendWaiting = (): void => {
    while (batches < atOnce) {
      const calls = takeBatch();
      if (calls.length === 0) return;
      void send(calls);
    }
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ key: keyOf(input), input, resolve, reject });
      if (isDue) return;
      isDue = true;
      setImmediate(gather, 0, 0);
    });
}
