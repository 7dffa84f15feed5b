import { expect, it } from "vitest";
import { CASES } from "@/bench/cases/registry.ts";
import { startCommand } from "./program.ts";

// Builds the product and the baseline of Next.js where their sources changed.
const TIMEOUT_MS = 900_000;

it("compares the product with baselines that answer as it does", { timeout: TIMEOUT_MS }, async () => {
  const bench = startCommand(process.execPath, ["--import", "tsx", "bench/main.ts", "--check"]);
  expect(await bench.exited, bench.output()).toBe(0);
  const checked = bench.output().match(/^\w+(?=: same responses$)/gm);
  expect(checked).toEqual(Object.keys(CASES));
});
