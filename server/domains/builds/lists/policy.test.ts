import { describe, expect, it } from "vitest";
import { countFacets, type FacetRow } from "./policy.ts";

const row = (values: Partial<FacetRow>): FacetRow => ({
  status: "COMPLETED",
  platform: "IOS",
  appId: "a",
  gitRef: null,
  version: "1",
  workerId: null,
  createdBy: null,
  ...values,
});

describe("countFacets", () => {
  it("counts the values of each filter, most builds first, and skips missing ones", () => {
    const counts = countFacets(
      [row({ gitRef: "main" }), row({ gitRef: "b" }), row({ gitRef: "main" }), row({}), row({ gitRef: "a" })],
      {},
    );
    expect(counts.gitRef).toEqual([
      { value: "main", builds: 2 },
      { value: "a", builds: 1 },
      { value: "b", builds: 1 },
    ]);
    expect(counts.status).toEqual([{ value: "COMPLETED", builds: 5 }]);
    expect(counts.workerId).toEqual([]);
  });

  it("applies all other filters to the counts of one, and keeps chosen values without builds", () => {
    const rows = [
      row({ gitRef: "main", status: "FAILED" }),
      row({ gitRef: "main" }),
      row({ gitRef: "next", status: "FAILED" }),
    ];
    const counts = countFacets(rows, { status: ["FAILED"], gitRef: ["main"], workerId: ["gone"] });
    expect(counts.workerId).toEqual([{ value: "gone", builds: 0 }]);
    expect(countFacets(rows, { status: ["FAILED"], gitRef: ["main"] })).toMatchObject({
      gitRef: [
        { value: "main", builds: 1 },
        { value: "next", builds: 1 },
      ],
      status: [
        { value: "COMPLETED", builds: 1 },
        { value: "FAILED", builds: 1 },
      ],
      platform: [{ value: "IOS", builds: 1 }],
    });
  });

  it("offers branches and tags, but no commits unless one is chosen", () => {
    const commit = "3f2c9d1a7b54e8f06a1d2c3b4e5f60718293a4b5";
    const rows = [row({ gitRef: commit }), row({ gitRef: "v1.2.0" }), row({ gitRef: "deadbeef" })];
    expect(countFacets(rows, {}).gitRef.map(({ value }) => value)).toEqual(["deadbeef", "v1.2.0"]);
    expect(countFacets(rows, { gitRef: [commit] }).gitRef).toContainEqual({ value: commit, builds: 1 });
  });

  it("keeps the 50 values with the most builds", () => {
    const rows = Array.from({ length: 60 }, (_, n) => row({ version: String(n) }));
    expect(countFacets([...rows, row({ version: "59" })], {}).version).toHaveLength(50);
  });
});
