import { describe, expect, it } from "vitest";
import { compareVersions } from "./policy.ts";

const version = (number: string, permissions: string[] = [], entry = "index.js") => ({
  version: number,
  permissions,
  entry,
});

describe("a version after another", () => {
  it.each([
    ["1.0.0", "1.0.1"],
    ["1.0.0", "1.0.1-beta.1"],
    ["0.1.0", "0.1.9"],
    ["1.0.0+build-1", "1.0.1+build-2"],
  ])("may not ask for more as the patch release %s to %s", (before, after) => {
    const { refusals, flags } = compareVersions(version(before, ["a"]), version(after, ["a", "b", "c"]));
    expect(refusals).toHaveLength(2);
    expect(refusals[0]).toContain('adds "b"');
    expect(refusals[0]).toContain(`${after} is a patch release after ${before}`);
    expect(refusals[0]).toContain(`at least ${before.startsWith("0") ? "0.2.0" : "1.1.0"}`);
    expect(flags).toEqual([]);
  });

  it.each([
    ["1.0.9", "1.1.0"],
    ["1.9.0", "2.0.0"],
    ["0.1.0", "0.2.0"],
    ["1.0.0", "1.1.0-rc.1"],
  ])("may ask for more as %s to %s, and a moderator is told", (before, after) => {
    expect(compareVersions(version(before), version(after, ["network"]))).toEqual({
      refusals: [],
      flags: [
        {
          kind: "PERMISSION_ADDED",
          name: "network",
          release: expect.stringMatching(/^(minor|major)$/),
          since: before,
        },
      ],
    });
  });

  it.each(["1.0.1", "2.0.0"])("is flagged for removals and a changed entry (%s)", (number) => {
    const change = { release: number === "1.0.1" ? "patch" : "major", since: "1.0.0" };
    expect(compareVersions(version("1.0.0", ["a"]), version(number, [], "main.js"))).toEqual({
      refusals: [],
      flags: [
        { kind: "PERMISSION_REMOVED", name: "a", ...change },
        { kind: "ENTRY_CHANGED", name: "main.js", previous: "index.js", ...change },
      ],
    });
  });

  it("reports nothing for equal manifests", () => {
    const { permissions: _, ...without } = version("1.0.0");
    expect(compareVersions(without, version("1.0.1"))).toEqual({ refusals: [], flags: [] });
    expect(compareVersions(version("1.0.0", ["a", "b"]), version("1.0.1", ["b", "a"]))).toEqual({
      refusals: [],
      flags: [],
    });
  });
});
