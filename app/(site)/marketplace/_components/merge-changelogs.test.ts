import { describe, expect, it } from "vitest";
import { mergeChangelogs, versionsSince } from "./merge-changelogs";

const versions = [
  { version: "2.0.0", changelog: "Read this first.\n\n### Changed\n\n- New format\n\n### Fixed\n\n- A leak" },
  { version: "1.2.0", changelog: "### fixed ###\n- A crash\n\n```\n# no heading\n```" },
  { version: "1.1.0", changelog: null },
  { version: "1.0.0", changelog: "First release." },
];

describe("mergeChangelogs", () => {
  it("keeps a changelog of too many headings whole", () => {
    const changelog = "# a\nx\n".repeat(3_000).trim();
    expect(mergeChangelogs([{ version: "1.0.0", changelog }])).toEqual([
      { heading: null, entries: [{ version: "1.0.0", source: changelog }] },
    ]);
  });

  it.each([
    ["## Fixed ## ", "Fixed"],
    ["## C#", "C#"],
    ["# a\u2028b #", "a\u2028b"],
    ["#   Two  words   ##", "Two  words"],
  ])("reads the heading %j", (line, heading) => {
    expect(mergeChangelogs([{ version: "1.0.0", changelog: `${line}\nx` }])[0]?.heading).toBe(heading);
  });

  it("puts together what stands under one heading, and keeps to the order of versions", () => {
    expect(mergeChangelogs(versions)).toEqual([
      {
        heading: null,
        entries: [
          { version: "2.0.0", source: "Read this first." },
          { version: "1.0.0", source: "First release." },
        ],
      },
      { heading: "Changed", entries: [{ version: "2.0.0", source: "- New format" }] },
      {
        heading: "Fixed",
        entries: [
          { version: "2.0.0", source: "- A leak" },
          { version: "1.2.0", source: "- A crash\n\n```\n# no heading\n```" },
        ],
      },
    ]);
  });

  it("has nothing to say of versions that said nothing", () => {
    expect(mergeChangelogs([{ version: "1.0.0", changelog: null }])).toEqual([]);
  });
});

describe("versionsSince", () => {
  it("are those above the reader's own", () => {
    expect(versionsSince(versions, "1.1.0").map(({ version }) => version)).toEqual(["2.0.0", "1.2.0"]);
    expect(versionsSince(versions, "2.0.0")).toEqual([]);
    expect(versionsSince(versions, "9.9.9")).toEqual([]);
  });
});
