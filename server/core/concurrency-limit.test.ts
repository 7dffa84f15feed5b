import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "@/shared/errors.ts";
import { requestLimit, withConcurrencyLimit } from "./concurrency-limit.ts";
import { completeEnv } from "./env/env.ts";

const PLACES = 8;

completeEnv({ DRYDOCK_EMBEDDED: "true", DATABASE_POOL_SIZE: "1" });

afterEach(() => {
  vi.useRealTimers();
});

/** Calls that run until the test ends them, with the number of started ones. */
function openCalls(count: number) {
  const ends: (() => void)[] = [];
  const calls = Array.from({ length: count }, () =>
    withConcurrencyLimit(requestLimit(), () => new Promise<void>((resolve) => ends.push(resolve))),
  );
  return { calls, ends };
}

it("runs calls up to the limit and queues the others in order", async () => {
  const { calls, ends } = openCalls(PLACES + 2);
  const order: number[] = [];
  calls.forEach((call, index) => void call.then(() => order.push(index)));
  expect(ends).toHaveLength(PLACES);
  for (let index = 0; index < calls.length; index += 1) {
    ends[index]?.();
    await calls[index];
    // The slot is passed at once, and the next call starts in the following microtask.
    await Promise.resolve();
  }
  expect(order).toEqual(calls.map((_, index) => index));
});

it("releases its slot when a call fails", async () => {
  const failing = Array.from({ length: 3 * PLACES }, () =>
    withConcurrencyLimit(requestLimit(), () => Promise.reject(new Error("no"))),
  );
  const outcomes = await Promise.allSettled(failing);
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(await withConcurrencyLimit(requestLimit(), async () => "well")).toBe("well");
});

it("never starts a call beyond its wait limit", async () => {
  vi.useFakeTimers();
  const { calls, ends } = openCalls(PLACES);
  const work = vi.fn(async () => "done");
  const late = withConcurrencyLimit(requestLimit(), work);
  vi.advanceTimersByTime(3_001);
  const inTime = withConcurrencyLimit(requestLimit(), async () => "done");
  for (const end of ends) end();
  await Promise.all(calls);
  await expect(late).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 2 });
  expect(await inTime).toBe("done");
  expect(work).not.toHaveBeenCalled();
});

it("sheds load once the queue is full", async () => {
  const { calls, ends } = openCalls(PLACES + 64 * PLACES);
  const work = vi.fn(async () => "done");
  await expect(withConcurrencyLimit(requestLimit(), work)).rejects.toMatchObject({
    code: "UNAVAILABLE",
    retryAfterSeconds: 2,
  });
  ends[0]?.();
  await calls[0];
  const queued = withConcurrencyLimit(requestLimit(), work);
  for (let index = 1; index < calls.length; index += 1) {
    ends[index]?.();
    await calls[index];
    await Promise.resolve();
  }
  expect(await queued).toBe("done");
  expect(work).toHaveBeenCalledTimes(1);
});

describe("a queue with shares", () => {
  const limit = {
    name: "shares",
    maxRunning: 2,
    maxQueued: 4,
    maxWaitMs: 3_000,
    createError: () => new AppError("UNAVAILABLE", "busy"),
  };
  const order: string[] = [];

  /** Calls of shares, of which those whose end is called have run. */
  function openShares(...names: string[]) {
    const ends: (() => void)[] = [];
    const outcomes = names.map((name) => {
      const share = { name, isPreferred: name.startsWith("known") };
      const run = () => new Promise<void>((resolve) => ends.push(resolve)).then(() => void order.push(name));
      return withConcurrencyLimit(limit, run, share).then(
        () => "ran",
        () => "dropped",
      );
    });
    const finish = async () => {
      while (ends.length > 0) {
        ends.shift()?.();
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      }
      return Promise.all(outcomes);
    };
    return { finish };
  }

  it("drops the newest work of the largest share for others, and lets them go first", async () => {
    order.length = 0;
    const { finish } = openShares("bot", "bot", "bot", "bot", "bot", "bot", "user", "bot", "known");
    expect(await finish()).toEqual([
      ...["ran", "ran", "ran", "ran"],
      ...["dropped", "dropped", "ran", "dropped", "ran"],
    ]);
    expect(order).toEqual(["bot", "bot", "known", "bot", "user", "bot"]);
  });

  it("prefers one work of a share at a time, and drops none for work without a share", async () => {
    order.length = 0;
    const { finish } = openShares("bot", "bot", "known", "known", "known", "user", "user");
    await expect(withConcurrencyLimit(limit, async () => "late")).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    expect(await finish()).toEqual(["ran", "ran", "ran", "ran", "dropped", "ran", "ran"]);
    expect(order.slice(0, 3)).toEqual(["bot", "bot", "known"]);
  });
});

it("drops expired calls from a full queue", async () => {
  vi.useFakeTimers();
  const { calls, ends } = openCalls(PLACES + 64 * PLACES);
  const late = calls.slice(PLACES).map((call) => expect(call).rejects.toMatchObject({ code: "UNAVAILABLE" }));
  vi.advanceTimersByTime(3_001);
  const inTime = withConcurrencyLimit(requestLimit(), async () => "done");
  await Promise.all(late);
  for (const end of ends) end();
  expect(await inTime).toBe("done");
});
