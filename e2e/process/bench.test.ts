import { expect, it } from "vitest";
import { CASES } from "../../bench/cases/registry.ts";
import { startCommand } from "./program.ts";

it("compares the product with baselines that answer each kind of request as it does", async () => {
  const bench = startCommand(process.execPath, ["--import", "tsx", "bench/main.ts", "--check"]);
  expect(await bench.exited, bench.output()).toBe(0);
  const checked = bench.output().match(/^\w+(?=: same responses$)/gm);
  expect(checked).toEqual(Object.keys(CASES));
});
