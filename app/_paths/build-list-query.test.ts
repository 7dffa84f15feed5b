import { describe, expect, it } from "vitest";
import { type BuildListQuery, countFilters, hasFilters } from "./build-list-query.ts";

const NONE: BuildListQuery = { status: [], platform: [] };

describe("countFilters", () => {
  it.each<[string, Partial<BuildListQuery>, number]>([
    ["nothing", {}, 0],
    ["each status and platform", { status: ["FAILED", "QUEUED"], platform: ["IOS"] }, 3],
    ["a period once", { since: "2026-01-01", until: "2026-01-31" }, 1],
    ["a source and a toggle", { gitRef: "main", isStuck: true }, 2],
    ["no search and no cursor", { search: "oom", cursor: "x" }, 0],
  ])("counts %s", (_, query, expected) => {
    expect(countFilters({ ...NONE, ...query })).toBe(expected);
  });

  it("leaves out the search, which `hasFilters` includes", () => {
    expect(hasFilters(NONE)).toBe(false);
    expect(hasFilters({ ...NONE, search: "oom" })).toBe(true);
    expect(hasFilters({ ...NONE, platform: ["IOS"] })).toBe(true);
  });
});
