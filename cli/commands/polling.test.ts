import { expect, test } from "vitest";
import type { Session } from "../session.ts";
import { poll } from "./polling.ts";

test("follows nothing for longer than somebody reads what comes of it", async () => {
  const unread = new AbortController();
  const session = {
    unread: unread.signal,
    now: () => 0,
    delay: async () => {},
  } as unknown as Session;
  let reads = 0;
  const state = await poll(session, 0, {
    read: async () => {
      reads += 1;
      if (reads === 3) unread.abort();
      return reads;
    },
    isOver: () => false,
    onState: () => {},
    timeoutMs: null,
  });
  expect(state).toBe(3);
});
