import { describe, expect, it } from "vitest";
import { marketHref } from "@/app/_paths/marketplace.ts";
import { encodeCursor } from "@/server/core/pagination.ts";
import { readCursors, readMarketView } from "./read-market-view";

describe("readCursors", () => {
  const ID = "01900000-0000-7000-8000-00000000a001";
  const [time, name] = [encodeCursor("2026-01-31T10:20:30.000Z", ID), encodeCursor("a name", ID)];

  it("keeps cursors and leaves the rest aside", () => {
    expect(readCursors(["zzz", time, ""], "latest")).toEqual([time]);
    expect(readCursors(["zzz", name, ""], "name")).toEqual([name]);
  });

  it("keeps cursors of ranks for relevance alone", () => {
    const rank = encodeCursor(2, "2026-01-31T10:20:30.000Z", ID);
    expect(readCursors([rank, time, name], "relevance")).toEqual([rank]);
    expect(readCursors([rank], "latest")).toEqual([]);
  });

  it("takes no name for a time", () => {
    expect(readCursors([name], "latest")).toEqual([]);
  });
});

describe("the order of the marketplace", () => {
  it.each([
    [{}, "latest", "/marketplace"],
    [{ q: "kit" }, "relevance", "/marketplace?q=kit"],
    [{ q: "kit", sort: "latest" }, "latest", "/marketplace?q=kit&sort=latest"],
    [{ sort: "name" }, "name", "/marketplace?sort=name"],
    [{ sort: "relevance" }, "latest", "/marketplace"],
    [
      { category: ["maps", "sails"], sort: "downloads" },
      "downloads",
      "/marketplace?category=maps&sort=downloads",
    ],
  ])("of %j is %s", (params, sort, href) => {
    const view = readMarketView(params);
    expect(view.sort).toBe(sort);
    expect(marketHref(view)).toBe(href);
    expect(marketHref({ sort: view.sort })).not.toContain("relevance");
  });
});
