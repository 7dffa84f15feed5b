import { expect, test } from "vitest";
import type { CommandContext } from "../context/context.ts";
import { poll } from "./poll.ts";

test("ends when the output closes", async () => {
  const outputClosed = new AbortController();
  const context = {
    stderr: {},
    reporter: { startSpinner: () => ({ update: () => {}, stop: () => {} }) },
    outputClosed: outputClosed.signal,
    now: () => 0,
    delay: async () => {},
  } as unknown as CommandContext;
  let loads = 0;
  const state = await poll(context, 0, {
    load: async () => {
      loads += 1;
      if (loads === 3) outputClosed.abort();
      return loads;
    },
    isDone: () => false,
    label: "",
    formatProgress: () => "",
    getChange: () => null,
    interrupted: { message: "", hint: "" },
  });
  expect(state).toBe(3);
});
