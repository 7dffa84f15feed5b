import { expect, it } from "vitest";
import { describeVersionFlag, isUnannounced, type VersionFlag } from "./version-flags.ts";

const minor = { release: "minor", since: "1.0.0" } as const;
const major = { release: "major", since: "1.0.0" } as const;
const though = ", although 1.1.0 is a minor release after 1.0.0";

it.each<[VersionFlag, string, boolean]>([
  [{ kind: "PERMISSION_ADDED", name: "a", ...minor }, 'adds the permission "a"', false],
  [{ kind: "PERMISSION_ADDED", name: "a", release: null, since: null }, 'adds the permission "a"', false],
  [{ kind: "PERMISSION_REMOVED", name: "a", ...minor }, `removes the permission "a"${though}`, true],
  [{ kind: "PERMISSION_REMOVED", name: "a", ...major }, 'removes the permission "a"', false],
  [
    { kind: "ENTRY_CHANGED", name: "b.js", previous: "a.js", ...minor },
    `changes the entry from a.js to b.js${though}`,
    true,
  ],
])("%j in words", (flag, words, unannounced) => {
  expect(describeVersionFlag(flag, "1.1.0")).toBe(words);
  expect(isUnannounced(flag)).toBe(unannounced);
});
