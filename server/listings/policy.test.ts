import { describe, expect, it } from "vitest";
import type { ListingStatus } from "@/db/schema/vocabulary.ts";
import { suggestVersions } from "./policy.ts";

const submitted = (...versions: [string, ListingStatus][]) =>
  versions.map(([version, status]) => ({ version, status }));

const suggestions = (...versions: [string, ListingStatus][]) =>
  suggestVersions(submitted(...versions)).map(({ kind, version }) => `${kind} ${version}`);

describe("suggestVersions", () => {
  it("begins with 1.0.0", () => {
    expect(suggestions()).toEqual(["first 1.0.0"]);
  });

  it("suggests each kind of change above the highest active version by precedence", () => {
    expect(suggestions(["1.10.0", "APPROVED"], ["1.9.3", "PENDING_APPROVAL"])).toEqual([
      "patch 1.10.1",
      "minor 1.11.0",
      "major 2.0.0",
    ]);
  });

  it("skips used versions of any status", () => {
    expect(
      suggestions(
        ["1.0.0", "APPROVED"],
        ["1.0.1", "REJECTED"],
        ["1.1.0+build.7", "WITHDRAWN"],
        ["2.0.0", "WITHDRAWN"],
      ),
    ).toEqual(["patch 1.0.2", "minor 1.2.0", "major 3.0.0"]);
    expect(suggestions(["1.0.0", "REJECTED"])).toEqual(["first 1.0.1"]);
  });

  it("offers the release of a pre-release", () => {
    expect(suggestions(["2.0.0-beta.1", "APPROVED"])).toEqual([
      "release 2.0.0",
      "patch 2.0.1",
      "minor 2.1.0",
      "major 3.0.0",
    ]);
  });
});
