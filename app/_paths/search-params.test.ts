import { describe, expect, it } from "vitest";
import { encodeCursor } from "@/server/core/pagination.ts";
import { buildListHref, hasFilters } from "./build-list-query.ts";
import { readBuildListQuery, readSourceQuery } from "./search-params.ts";

const nothing = { status: [], platform: [], since: undefined, until: undefined, cursor: undefined };

describe("the address of a list of builds", () => {
  it("is read as it was written", () => {
    const cursor = encodeCursor("2026-11-21T08:00:00.000Z", "01900000-0000-7000-8000-00000000d001");
    const view = {
      status: ["FAILED" as const],
      platform: ["IOS" as const],
      since: "2026-11-01",
      until: "2026-11-02",
      cursor,
    };
    const { searchParams } = new URL(buildListHref("/builder/acme/builds", view), "http://drydock.test");
    expect(readBuildListQuery(Object.fromEntries(searchParams))).toEqual(view);
  });

  it.each([
    { status: "DONE", platform: ["WEB", ""], since: "yesterday" },
    { since: "2026-02-30", until: "2026-1-1" },
    { since: "0000-01-01" },
    { cursor: "xyz" },
    { cursor: encodeCursor(12) },
    {},
  ])("passes over what it does not know: %j", (params) => {
    expect(readBuildListQuery(params)).toEqual(nothing);
  });

  it("takes a filter that repeats", () => {
    expect(readBuildListQuery({ status: ["QUEUED", "FAILED", "FAILED"] }).status).toEqual([
      "QUEUED",
      "FAILED",
    ]);
  });

  it("is the path alone without filters", () => {
    expect(buildListHref("/builder/acme/builds", nothing)).toBe("/builder/acme/builds");
    expect(hasFilters(nothing)).toBe(false);
    expect(hasFilters({ ...nothing, since: "2026-11-01" })).toBe(true);
  });

  it("holds the sources of builds, and drops malformed ones", () => {
    const id = "01900000-0000-7000-8000-00000000d001";
    const view = {
      ...nothing,
      appId: id,
      gitRef: "feature/a & b",
      version: "2.0.0",
      workerId: "mac-1",
      createdBy: id,
      search: "login loop",
    };
    const { searchParams } = new URL(buildListHref("/builder/acme/builds", view), "http://drydock.test");
    expect(readSourceQuery(Object.fromEntries(searchParams))).toEqual(view);
    expect(hasFilters(view)).toBe(true);
    const malformed = { app: "x", by: "y", ref: "", version: "v".repeat(65), worker: "a\u0000b", q: " " };
    expect(hasFilters(readSourceQuery(malformed))).toBe(false);
  });
});
