import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { withTimeout } from "./timeouts.ts";

const never = new Promise<never>(() => {});

it("gives the outcome, or tells to try again when none comes", async () => {
  expect(await withTimeout(Promise.resolve("read"), 80)).toBe("read");
  await expect(withTimeout(Promise.reject(new Error("refused")), 80)).rejects.toThrow("refused");
  await expect(withTimeout(never, 80)).rejects.toMatchObject({ code: "UNAVAILABLE", retryAfterSeconds: 2 });
});

it("hears what was answered while the process stood still", async () => {
  const answer = withTimeout(readFile(import.meta.filename, "utf8"), 80);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  expect(await answer).toContain("stood still");
});
