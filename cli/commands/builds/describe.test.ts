import { expect, test } from "vitest";
import { lastLines } from "./describe.ts";

test("the end of a log is what a terminal would show of it, without colours and commands", () => {
  const log = [
    "\u001b[2J\u001b[31merror: no key\u001b[0m",
    "\u001b]0;A title of words\u0007done 10%\rdone 50%\rdone 90%",
    "\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\\r",
    "",
  ].join("\r\n");
  expect(lastLines(log)).toBe("error: no key\ndone 90%\nlink");
});

test("of a long log the last lines", () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  expect(lastLines(lines.join("\n")).split("\n")).toEqual(lines.slice(-20));
});
