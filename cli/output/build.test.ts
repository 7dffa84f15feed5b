import { expect, test } from "vitest";
import { formatLog, formatLogTail } from "./build.ts";

test("a log tail has no escape sequences and no overwritten text", () => {
  const log = [
    "\u001b[2J\u001b[31merror: no key\u001b[0m",
    "\u001b]0;A title of words\u0007done 10%\rdone 50%\rdone 90%",
    "\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\\r",
    "",
  ].join("\r\n");
  expect(formatLogTail(log)).toBe("error: no key\ndone 90%\nlink");
});

test("a log has no marks that end groups", () => {
  expect(formatLog("::group::A\na\n::endgroup::\n2026-01-02T10:00:01Z ##[endgroup]\n\nb")).toEqual([
    "::group::A",
    "a",
    "",
    "b",
  ]);
});

test("a log tail has the last lines of a long log", () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  expect(formatLogTail(lines.join("\n")).split("\n")).toEqual(lines.slice(-20));
});
