import { describe, expect, test } from "vitest";
import { createDeliveryWindow, type DeliveryWindowOptions } from "./delivery-window.ts";

/** In-memory queue whose items end on demand. */
function fixture(due: number[], size: number) {
  const taken: number[] = [];
  const rooms: number[] = [];
  const ends = new Map<number, (succeeded: boolean) => void>();
  let isStopping = false;
  const work: DeliveryWindowOptions<number> = {
    size,
    take: async (room) => {
      rooms.push(room);
      const items = due.splice(0, room);
      taken.push(...items);
      return items;
    },
    handle: (item) => new Promise((end) => ends.set(item, end)),
    end: () => undefined,
    isStopping: () => isStopping,
  };
  const end = async (item: number, succeeded = true) => {
    await expect.poll(() => ends.has(item)).toBe(true);
    ends.get(item)?.(succeeded);
  };
  return { work, due, taken, rooms, end, stop: () => (isStopping = true) };
}

describe("a delivery window", () => {
  test("takes more once half of it is free, while the other half is slow", async () => {
    const { work, taken, rooms, end, due } = fixture([1, 2, 3, 4, 5, 6], 4);
    const { done } = createDeliveryWindow(work);
    await end(2);
    await end(3);
    await expect.poll(() => taken).toEqual([1, 2, 3, 4, 5, 6]);
    expect(rooms.slice(0, 2)).toEqual([4, 2]);
    for (const item of [1, 4, 5, 6]) await end(item);
    await done;
    expect(due).toEqual([]);
  });

  test("takes no more after a failure until nothing is in flight", async () => {
    const { work, taken, end } = fixture([1, 2, 3, 4, 5], 4);
    const { done } = createDeliveryWindow(work);
    await end(1, false);
    await end(2, false);
    await end(3, false);
    expect(taken).toEqual([1, 2, 3, 4]);
    await end(4, false);
    await expect.poll(() => taken).toEqual([1, 2, 3, 4, 5]);
    await end(5);
    await done;
  });

  test("takes items that became due during a slow one, after a poll", async () => {
    const { work, taken, end, due } = fixture([1], 4);
    const { poll, done } = createDeliveryWindow(work);
    await expect.poll(() => taken).toEqual([1]);
    due.push(2);
    poll();
    await end(2);
    await end(1);
    await done;
    expect(taken).toEqual([1, 2]);
  });

  test("takes nothing once it is stopping, and ends with the items in flight", async () => {
    const { work, taken, end, due, stop } = fixture([1, 2, 3], 2);
    const { done } = createDeliveryWindow(work);
    await expect.poll(() => taken).toEqual([1, 2]);
    stop();
    await end(1);
    await end(2);
    await done;
    expect(due).toEqual([3]);
  });

  test.each(["take", "handle"] as const)(
    "rejects with the error of %s once nothing is in flight",
    async (step) => {
      const { work, end } = fixture([1, 2], 4);
      let isOver = false;
      const { take, handle } = work;
      let rounds = 0;
      const { done } = createDeliveryWindow({
        ...work,
        take: async (room, isAlone) => {
          rounds += 1;
          if (step === "take" && rounds === 2) throw new Error("away");
          return take(room, isAlone);
        },
        handle: (item) =>
          step === "handle" && item === 1 ? Promise.reject(new Error("away")) : handle(item),
        end: () => {
          isOver = true;
        },
      });
      const failed = expect(done).rejects.toThrow("away");
      if (step === "take") await end(1);
      expect(isOver).toBe(false);
      await end(2);
      await failed;
      expect(isOver).toBe(true);
    },
  );
});
