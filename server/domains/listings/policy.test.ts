import { describe, expect, it } from "vitest";
import type { ListingStatus } from "@/shared/vocabulary.ts";
import { findLatest, suggestVersions } from "./policy.ts";

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

describe("suggestVersions after a rejection", () => {
  const afterRejection = (rejected: string, ...others: [string, ListingStatus][]) =>
    suggestVersions(submitted([rejected, "REJECTED"], ...others), rejected).map(
      ({ kind, version }) => `${kind} ${version}`,
    );

  it("begins with the next version above the rejected one", () => {
    expect(afterRejection("1.0.0")).toEqual(["fix 1.0.1"]);
    expect(afterRejection("2.0.0", ["1.4.0", "APPROVED"])).toEqual([
      "fix 2.0.1",
      "patch 1.4.1",
      "minor 1.5.0",
      "major 3.0.0",
    ]);
  });

  it("skips used versions and lists none twice", () => {
    expect(afterRejection("1.0.1", ["1.0.0", "APPROVED"], ["1.0.2", "WITHDRAWN"])).toEqual([
      "fix 1.0.3",
      "minor 1.1.0",
      "major 2.0.0",
    ]);
  });

  it("counts up the last number of a pre-release", () => {
    expect(afterRejection("2.0.0-beta.9")).toEqual(["fix 2.0.0-beta.10"]);
    expect(afterRejection("2.0.0-rc")).toEqual(["fix 2.0.0-rc.1"]);
    expect(afterRejection("2.0.0-rc1")).toEqual(["fix 2.0.0-rc1.1"]);
  });

  it("suggests no version below an approved one of the same major version", () => {
    expect(afterRejection("1.0.0", ["1.2.0", "APPROVED"])).toEqual([
      "patch 1.2.1",
      "minor 1.3.0",
      "major 2.0.0",
    ]);
  });
});

describe("findLatest", () => {
  it("finds the last submitted version, which may be a lower one", () => {
    const versions = [
      { version: "2.0.0", submittedAt: "2026-01-01T00:00:00.000Z" },
      { version: "1.0.1", submittedAt: "2026-02-01T00:00:00.000Z" },
    ];
    expect(findLatest(versions)?.version).toBe("1.0.1");
    expect(findLatest([])).toBeUndefined();
  });
});
