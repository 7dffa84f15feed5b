import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { createBatcher } from "./batcher.ts";

/** Batch function that records its calls and answers when the test says so. */
function openDesk({ maxConcurrentBatches = 1, maxBatchSize = 50, isKeyed = true } = {}) {
  const batches: string[][] = [];
  const ends: (() => void)[] = [];
  const ask = createBatcher<string, string>({
    ...(isKeyed && { keyOf: (input) => input[0] ?? "" }),
    run: async (inputs) => {
      batches.push(inputs);
      await new Promise<void>((end) => ends.push(end));
      if (inputs.some((input) => input.endsWith("poison"))) throw new Error("poisoned");
      if (inputs.some((input) => input.endsWith("outage"))) throw new Error("away");
      return inputs.map((input) => `${input}!`);
    },
    isItemError: (error) => (error as Error).message === "poisoned",
    maxConcurrentBatches,
    maxBatchSize,
  });
  const endNext = async () => {
    ends.shift()?.();
    await nextTurn();
    await nextTurn();
  };
  return { ask, batches, endNext };
}

/** Enough turns of the event loop to start all waiting batches. */
async function quietTurns(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await nextTurn();
}

describe("calls that come together", () => {
  it("are answered together, each with its own outcome", async () => {
    const { ask, batches, endNext } = openDesk();
    const answers = Promise.all(["a", "b", "c"].map(ask));
    await quietTurns();
    await endNext();
    expect(await answers).toEqual(["a!", "b!", "c!"]);
    expect(batches).toEqual([["a", "b", "c"]]);
  });

  it("wait for no company while there is room, and gather while there is none", async () => {
    const { ask, batches, endNext } = openDesk({ maxConcurrentBatches: 2 });
    const answers: Promise<string>[] = [];
    for (const input of ["a", "b", "c", "d"]) {
      answers.push(ask(input));
      await quietTurns();
    }
    expect(batches).toEqual([["a"], ["b"]]);
    await endNext();
    expect(batches).toEqual([["a"], ["b"], ["c", "d"]]);
    await endNext();
    await endNext();
    expect(await Promise.all(answers)).toEqual(["a!", "b!", "c!", "d!"]);
  });

  it("gather while each turn brings some, though not for ever", async () => {
    const { ask, batches, endNext } = openDesk({ maxConcurrentBatches: 2 });
    const answers: Promise<string>[] = [];
    for (const input of "abcdefghijklmnop") {
      answers.push(ask(input));
      await nextTurn();
    }
    await quietTurns();
    expect(batches.map(({ length }) => length)).toEqual([9, 7]);
    await endNext();
    await endNext();
    expect((await Promise.all(answers)).join("")).toBe("a!b!c!d!e!f!g!h!i!j!k!l!m!n!o!p!");
  });

  it("wait for no further turn once they fill a batch", async () => {
    const { ask, batches, endNext } = openDesk({ maxBatchSize: 2 });
    const answers = Promise.all(["a", "b"].map(ask));
    await nextTurn();
    expect(batches).toEqual([["a", "b"]]);
    await endNext();
    expect(await answers).toEqual(["a!", "b!"]);
  });

  it("are no more in a batch than may be", async () => {
    const { ask, batches, endNext } = openDesk({ maxBatchSize: 2 });
    const answers = Promise.all(["a", "b", "c"].map(ask));
    await quietTurns();
    await endNext();
    await endNext();
    expect(await answers).toEqual(["a!", "b!", "c!"]);
    expect(batches).toEqual([["a", "b"], ["c"]]);
  });

  it("go one after the other where they have one key, and hold up no other", async () => {
    const { ask, batches, endNext } = openDesk({ maxConcurrentBatches: 3 });
    const answers = Promise.all(["a1", "a2", "b1"].map(ask));
    await quietTurns();
    expect(batches).toEqual([["a1", "b1"]]);
    await endNext();
    expect(batches).toEqual([["a1", "b1"], ["a2"]]);
    await endNext();
    expect(await answers).toEqual(["a1!", "a2!", "b1!"]);
  });

  it("fail for none of the others", async () => {
    const { ask, endNext } = openDesk();
    const answers = Promise.allSettled(["a", "b poison", "c"].map(ask));
    await quietTurns();
    for (let batch = 0; batch < 4; batch += 1) await endNext();
    expect(await answers).toMatchObject([
      { value: "a!" },
      { reason: { message: "poisoned" } },
      { value: "c!" },
    ]);
  });

  it("are not tried again where the fault is no call's", async () => {
    const { ask, batches, endNext } = openDesk();
    const answers = Promise.allSettled(["a", "b outage"].map(ask));
    await quietTurns();
    await endNext();
    expect((await answers).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(batches).toHaveLength(1);
    const after = ask("c");
    await quietTurns();
    await endNext();
    expect(await after).toBe("c!");
  });

  it("exclude no other where they have no keys", async () => {
    const { ask, batches, endNext } = openDesk({ isKeyed: false });
    const answers = Promise.all(["a", "a"].map(ask));
    await quietTurns();
    expect(batches).toEqual([["a", "a"]]);
    await endNext();
    expect(await answers).toEqual(["a!", "a!"]);
  });
});
