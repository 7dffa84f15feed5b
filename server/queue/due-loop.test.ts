import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Database, processSingleton } from "@/db/client.ts";
import { type DueLoop, LOOK_INTERVAL_MS, MAX_REST_MS, startDueLoop, wakeLoops } from "./due-loop.ts";

const listen = vi.fn();
const notify = vi.fn();

let loop: DueLoop;
let name: string;
let looks: number;
let dueMs: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  processSingleton("database", () => ({ listen, notify }) as unknown as Database);
  listen.mockResolvedValue(undefined);
  notify.mockResolvedValue(undefined);
  [looks, dueMs] = [0, Number.POSITIVE_INFINITY];
  name = expect.getState().currentTestName ?? "";
  loop = startDueLoop(name, async () => {
    looks += 1;
    return dueMs;
  });
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(async () => {
  const stopped = loop.stop();
  await vi.advanceTimersByTimeAsync(LOOK_INTERVAL_MS);
  await stopped;
  vi.useRealTimers();
});

it("looks at once, and then six times a minute while nothing is known to be due", async () => {
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(1 + 60_000 / MAX_REST_MS);
});

it("looks when the next work is due", async () => {
  dueMs = 3_000;
  await vi.advanceTimersByTimeAsync(MAX_REST_MS);
  looks = 0;
  await vi.advanceTimersByTimeAsync(2_999);
  expect(looks).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(looks).toBe(1);
});

it("looks four times a second at most", async () => {
  dueMs = -1;
  loop.look();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(looks).toBe(1 + 10_000 / LOOK_INTERVAL_MS);
});

it("looks at once when it is woken, and often until the transaction must have ended", async () => {
  await vi.advanceTimersByTimeAsync(1_000);
  wakeLoops(name);
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(2);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(looks).toBe(2 + 5_000 / LOOK_INTERVAL_MS);
  await vi.advanceTimersByTimeAsync(MAX_REST_MS);
  looks = 0;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toBe(60_000 / MAX_REST_MS);
});

it("is woken by other processes, which send at most one notification a second", async () => {
  const [channel, wake] = listen.mock.lastCall ?? [];
  expect(channel).toBe(`drydock_due_${name}`);
  await vi.advanceTimersByTimeAsync(1_000);
  wake();
  await vi.advanceTimersByTimeAsync(0);
  expect(looks).toBe(2);
  notify.mockClear();
  for (let call = 0; call < 20; call += 1) {
    wakeLoops(name);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(notify).toHaveBeenCalledTimes(2);
});

it("goes on after an error", async () => {
  listen.mockRejectedValueOnce(new Error("the database is away"));
  wakeLoops(name);
  await vi.advanceTimersByTimeAsync(MAX_REST_MS);
  expect(looks).toBeGreaterThan(1);
});
