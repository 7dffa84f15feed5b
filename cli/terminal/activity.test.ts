import { expect, test } from "vitest";
import { formatBar, shorten } from "./activity.ts";
import { harmless } from "./harmless.ts";
import { styleOf } from "./style.ts";
import type { Output } from "./terminal.ts";

const style = styleOf({ isTTY: true } as Output, {});
const plain = styleOf({} as Output, {});

test.each([
  [80, `${"━".repeat(12)}${"─".repeat(12)}  50%`],
  [16, `${"━".repeat(6)}${"─".repeat(5)}  50%`],
  [8, "50%"],
  [0, "50%"],
])("a bar fits into %i columns", (columns, expected) => {
  const bar = formatBar(0.5, plain, columns);
  expect(bar).toBe(expected);
  expect(bar.length).toBeLessThanOrEqual(Math.max(4, columns));
});

test("what does not fit is cut and keeps its colours", () => {
  expect(shorten("Building", 8)).toBe("Building");
  expect(shorten("Building it", 8)).toBe("Buildin…");
  expect(harmless(shorten(`Build ${style.red("FAILED")} after 4 m`, 10))).toBe(
    "Build \u001b[31mFAI\u001b[39m…",
  );
});
