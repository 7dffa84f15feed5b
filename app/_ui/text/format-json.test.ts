import { expect, it } from "vitest";
import { formatJson } from "./format-json";

it("indents JSON, also with brackets in strings", () => {
  const value = { list: [1, { text: 'a "[[[[" \\' }], empty: [] };
  expect(formatJson(JSON.stringify(value))).toBe(JSON.stringify(value, null, 2));
});

it.each(["", "{", "id=1&type=refund", '"\\'])("returns text that is no JSON: %j", (text) => {
  expect(formatJson(text)).toBe(text);
});

it.each([
  ["deep", `${"[".repeat(3_000)}${"]".repeat(3_000)}`],
  ["wide at a depth", `${"[".repeat(64)}${"1,".repeat(10_000)}1${"]".repeat(64)}`],
  ["unbalanced", "]".repeat(10) + "[".repeat(200_000)],
])("returns a document that indentation would inflate: %s", (_, text) => {
  expect(formatJson(text)).toBe(text);
});

it("never returns much more than the bound", () => {
  for (let depth = 1; depth < 2_000; depth += 97) {
    const text = `${"[".repeat(depth)}"${"x".repeat(200_000)}",[],{}${"]".repeat(depth)}`;
    expect(formatJson(text).length).toBeLessThanOrEqual(1_048_576);
  }
});
