import { expect, it } from "vitest";
import { compareVariables } from "./compare-variables.ts";

const plain = (name: string, value: string, updatedAt = "1") => ({ name, isSecret: false, value, updatedAt });
const secret = (name: string, updatedAt: string) => ({ name, isSecret: true, value: null, updatedAt });

it.each([
  ["nothing", [plain("A", "1")], [plain("A", "1", "2")], { added: [], removed: [], changed: [] }],
  ["a value", [plain("A", "1")], [plain("A", "2")], { added: [], removed: [], changed: ["A"] }],
  [
    "a secret that was set again",
    [secret("S", "1")],
    [secret("S", "2")],
    { added: [], removed: [], changed: ["S"] },
  ],
  ["a kept secret", [secret("S", "1")], [secret("S", "1")], { added: [], removed: [], changed: [] }],
  [
    "a value that became a secret",
    [plain("A", "1")],
    [secret("A", "1")],
    { added: [], removed: [], changed: ["A"] },
  ],
  [
    "names, sorted",
    [plain("B", "1"), plain("A", "1")],
    [plain("D", "1"), plain("C", "1")],
    { added: ["C", "D"], removed: ["A", "B"], changed: [] },
  ],
])("compares %s", (_, before, after, changes) => {
  expect(compareVariables(before, after)).toEqual(changes);
});
