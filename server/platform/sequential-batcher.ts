interface Waiting<T> {
  item: T;
  done: () => void;
  failed: (error: unknown) => void;
}

/**
 * A function that has `run` called for its argument: at once when nothing runs, else in the next round together with
 * all that came meanwhile, at most `most` of them. So one alone never waits, and a crowd costs few rounds. Where a round
 * of several fails, each of them is tried by itself: only those fail that fail alone.
 */
export function inRounds<T>(most: number, run: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  const waiting: Waiting<T>[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    while (waiting.length > 0) {
      const round = waiting.splice(0, most);
      if (await isDone(round)) continue;
      for (const one of round) await isDone([one]);
    }
    isRunning = false;
  }

  /** False for a round of several that has to be run one by one. */
  async function isDone(round: Waiting<T>[]): Promise<boolean> {
    try {
      await run(round.map(({ item }) => item));
      for (const { done } of round) done();
    } catch (error) {
      if (round.length > 1) return false;
      for (const { failed } of round) failed(error);
    }
    return true;
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (isRunning) return;
      isRunning = true;
      // Not before everything that this turn of the event loop brings.
      setImmediate(() => void runAll());
    });
}
