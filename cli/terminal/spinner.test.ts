import { expect, test } from "vitest";
import { type OutputStream, sanitize } from "./sanitize.ts";
import { formatProgressBar } from "./spinner.ts";
import { createStyle, truncate } from "./style.ts";

const style = createStyle({ isTTY: true } as OutputStream, {});
const plain = createStyle({} as OutputStream, {});

test.each([
  [80, `${"━".repeat(12)}${"─".repeat(12)}  50%`],
  [16, `${"━".repeat(6)}${"─".repeat(5)}  50%`],
  [8, "50%"],
  [0, "50%"],
])("a bar fits into %i columns", (columns, expected) => {
  const bar = formatProgressBar(0.5, plain, columns);
  expect(bar).toBe(expected);
  expect(bar.length).toBeLessThanOrEqual(Math.max(4, columns));
});

test("truncated text keeps its colors", () => {
  expect(truncate("Building", 8)).toBe("Building");
  expect(truncate("Building it", 8)).toBe("Buildin…");
  expect(sanitize(truncate(`Build ${style.red("FAILED")} after 4 m`, 10))).toBe(
    "Build \u001b[31mFAI\u001b[39m…",
  );
});
