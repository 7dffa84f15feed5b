import { describe, expect, test } from "vitest";
import { inRounds } from "./sequential-batcher.ts";

/** Records its rounds and lets each end only when told to. */
function startRounds(most: number, fails: (items: number[]) => boolean = () => false) {
  const rounds: number[][] = [];
  const ends: (() => void)[] = [];
  const call = inRounds(most, async (items: number[]) => {
    rounds.push(items);
    await new Promise<void>((end) => ends.push(end));
    if (fails(items)) throw new Error(`not ${items.join()}`);
  });
  const endNext = async () => {
    await expect.poll(() => ends.length).toBeGreaterThan(0);
    ends.shift()?.();
  };
  return { call, rounds, endNext };
}

describe("calls in rounds", () => {
  test("go together while an earlier round runs, in their order and no more than allowed", async () => {
    const { call, rounds, endNext } = startRounds(3);
    const first = call(1);
    await expect.poll(() => rounds).toEqual([[1]]);
    const others = [2, 3, 4, 5].map((item) => call(item));
    for (let round = 0; round < 3; round += 1) await endNext();
    await Promise.all([first, ...others]);
    expect(rounds).toEqual([[1], [2, 3, 4], [5]]);
  });

  test("of one turn of the event loop go together", async () => {
    const { call, rounds, endNext } = startRounds(10);
    const all = Promise.all([call(1), call(2)]);
    await endNext();
    await all;
    expect(rounds).toEqual([[1, 2]]);
  });

  test("fail alone, not with their neighbours", async () => {
    const { call, rounds, endNext } = startRounds(10, (items) => items.includes(2));
    const all = Promise.allSettled([call(1), call(2), call(3)]);
    for (let round = 0; round < 4; round += 1) await endNext();
    expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(rounds).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  test("begin anew after a silence", async () => {
    const { call, rounds, endNext } = startRounds(10);
    for (const item of [1, 2]) {
      const done = call(item);
      await endNext();
      await done;
    }
    expect(rounds).toEqual([[1], [2]]);
  });
});
