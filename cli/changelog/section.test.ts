import { describe, expect, test } from "vitest";
import { findSection } from "./section.ts";

const CHANGELOG = `# Changelog

## [Unreleased]

- Not yet

## [1.1.0] - 2026-03-01

### Added

- Sync in the background

\`\`\`sh
# 1.0.0 is no heading here
\`\`\`

## v1.0.0 (2026-01-01)

- First version

## 1.0.0-beta.1

[1.1.0]: https://example.com/1.1.0
`;

/** Changelog of two releases: that of 1.2.1 below `title`, then that of 1.2.0 below `next`. */
const releases = (title: string, next: string, body = "- fix: the end") =>
  `# Changes\n\n${title}\n\n${body}\n\n${next}\n\n- feat: the start\n`;

describe("findSection", () => {
  test("takes all below the heading of the version, deeper headings and code included", () => {
    expect(findSection(CHANGELOG, "1.1.0")).toBe(
      "### Added\n\n- Sync in the background\n\n```sh\n# 1.0.0 is no heading here\n```",
    );
  });

  test("knows a version with a v before it, and with CRLF", () => {
    expect(findSection(CHANGELOG.replaceAll("\n", "\r\n"), "1.0.0")).toBe("- First version");
  });

  test.each(["1.0.0-beta.1", "1.1", "2.0.0"])("finds nothing for %s", (version) => {
    expect(findSection(CHANGELOG, version)).toBeNull();
  });

  test.each([
    ["conventional-changelog, patch", "### [1.2.1](https://e.test/a...b) (2026-02-01)", "## [1.2.0](x)"],
    [
      "semantic-release, minor after patch",
      "## [1.2.1](https://e.test) (2026-02-01)",
      "# [1.2.0](x) (2026-01-01)",
    ],
    ["Keep a Changelog", "## [1.2.1] - 2026-02-01", "## [1.2.0] - 2026-01-01 [YANKED]"],
    ["Angular", "## <small>1.2.1 (2026-02-01)</small>", '<a name="1.2.0"></a>\n\n# 1.2.0 (2026-01-01)'],
    [
      "setext, with a date",
      "1.2.1 / 2026-02-01\n==================",
      "1.2.0 / 2026-01-01\n==================",
    ],
    ["changesets", "## 1.2.1", "## 1.2.0"],
    ["a name and an at sign", "## offline-sync@1.2.1", "## offline-sync@1.2.0"],
    ["a scoped name", "# @acme/offline-sync@1.2.1", "# @acme/offline-sync@1.2.0"],
    ["its name and a space", "## Offline Sync v1.2.1", "## Offline Sync v1.2.0"],
    ["the date first", "## 2026-02-01, Version 1.2.1 (Current), @somebody", "## 2026-01-01, Version 1.2.0"],
    ["a word before", "## Release v1.2.1", "## Release v1.2.0"],
    ["an emoji", "## :rocket: 1.2.1 🎉", "## 🚀 1.2.0"],
    ["emphasis and code", "## **`1.2.1`**", "## _1.2.0_"],
    ["lines without headings", "v1.2.1 - February 1, 2026", "v1.2.0 - January 1, 2026"],
    ["bold lines", "**1.2.1** (2026-02-01)", "**1.2.0** (2026-01-01)"],
    ["build metadata", "## 1.2.1+build.7", "## 1.2.0+build.6"],
    ["a range after it", "## 1.2.1", "# 1.x"],
    ["an older line of two numbers", "## 1.2.1", "## 1.1 “First”"],
    ["a rule between", "## 1.2.1", "---\n\n## 1.2.0"],
    ["a comment between", "## 1.2.1", "<!-- older -->\n\n## 1.2.0"],
    ["several versions of one release", "## 1.2.0, 1.2.1", "## 1.1.0 and 1.1.1"],
    ["a title twice", "## [v1.2.1](x) - 2026-02-01\n\n## [1.2.1](y) (2026-02-01)", "## [v1.2.0](x)"],
    ["a candidate before it", "## 1.2.1", "## 1.2.1 (Release Candidate 1)"],
    ["no blank lines", "# 1.2.1", "# 1.2.0"],
    ["a date without a space", "## 1.2.1(Feb 1, 2026)", "## 1.2.0(Jan 1, 2026)"],
    ["a link to the tag behind it", "## 1.2.1[#7]", "## 1.2.0[#6]"],
    ["a title of two numbers above it", "# v1.2\n\n## v1.2.1", "## v1.2.0"],
    ["an exclamation mark", "## 1.2.1! - 2026-02-01", "## 1.2.0"],
  ])("cuts as a person would: %s", (_, title, next) => {
    expect(findSection(releases(title, next), "1.2.1", ["offline-sync", "Offline Sync"])).toBe(
      "- fix: the end",
    );
  });

  test.each([
    ["a heading of the same rank", "## Breaking changes\n\n- a\n\n## Features\n\n- b"],
    ["a heading of a higher rank", "# Migration\n\n- a"],
    ["a heading that repeats the version", "### What's new in 1.2.1\n\n- a"],
    [
      "headings that name a version of something else",
      "### 2.0 compatibility\n\n- a\n\n### Node 18.0.0 support",
    ],
    ["a fence of four marks", "````md\n```\n## 1.2.0\n```\n````\n\n- a"],
    ["a fence of tildes with a mark inside", "~~~\n```\n## 1.2.0\n~~~\n\n- a"],
    ["a fence in a list", "- a\n\n  ```\n  ## 1.2.0\n  ```"],
    ["a heading in a quote", "> ## 1.2.0\n>\n> was withdrawn"],
    ["a comment that holds a heading", "<!--\n## 1.2.0\n-->\n\n- a"],
    ["an indented list", "  * a\n  * b\n    * c"],
  ])("ends at nothing but the next version: %s", (_, body) => {
    expect(findSection(releases("## 1.2.1", "## 1.2.0", body), "1.2.1")).toBe(body);
  });

  test("takes definitions along that it uses, and no others", () => {
    const body =
      "- [`words`]: stop losing them ([#12], thanks [@somebody][])\n- ![chart][picture], with a note[^1] and [no target]";
    const definitions = [
      "[`words`]: https://example.com/words",
      "[#12]: https://example.com/issues/12",
      "[@somebody]: https://example.com/somebody",
      '[picture]: https://example.com/p.png "A chart"',
    ];
    const footnote = "[^1]: As [asked][#13] for.\n\n    And more.";
    const text = `${releases("## [1.2.1]", "## [1.2.0]", body)}\n[1.2.1]: https://example.com/1.2.1\n${definitions.join("\n")}
[#13]: https://example.com/issues/13\n[#12]: https://example.com/second\n\n${footnote}\n`;
    expect(findSection(text, "1.2.1")).toBe(
      [body, [...definitions, "[#13]: https://example.com/issues/13"].join("\n"), footnote].join("\n\n"),
    );
    expect(findSection(text, "1.2.0")).toBe("- feat: the start");
  });

  test("keeps an indented block at the start apart from footnotes", () => {
    const text = "## 1.2.1\n\n    code[^1]\n\nSee[^1].\n\n## 1.2.0\n\n- a\n\n[^1]: Note.\n";
    expect(findSection(text, "1.2.1")).toBe("    code[^1]\n\nSee[^1].\n\n[^1]: Note.");
  });

  test("finds the package's own section in the changelog of several", () => {
    const text =
      "## map-view@1.2.1\n\n- map\n\n## offline-sync@1.2.1\n\n- sync\n\n## map-view@1.2.0\n\n- old\n";
    expect(findSection(text, "1.2.1", ["offline-sync"])).toBe("- sync");
    expect(findSection(text, "1.2.1", ["map-view"])).toBe("- map");
  });

  test("reads a list of released packages below a dated heading", () => {
    const text =
      "## Release (2026-02-01)\n\n* offline-sync 1.2.1 (patch)\n\n- fix\n\n## Release (2026-01-01)\n\n* offline-sync 1.2.0 (minor)\n";
    expect(findSection(text, "1.2.1", ["offline-sync"])).toBe("* offline-sync 1.2.1 (patch)\n\n- fix");
  });

  test("takes no pre-release for the release", () => {
    expect(findSection("## 1.2.1 Beta 2\n\n- beta\n\n## 1.2.1 RC\n\n- rc\n", "1.2.1")).toBeNull();
    expect(findSection("## 1.2.1 Beta 2\n\n- beta\n", "1.2.1-beta.2")).toBe("- beta");
    const candidate = "## 1.2.1 (Release Candidate 1)\n\n- rc\n";
    expect(findSection(candidate, "1.2.1")).toBeNull();
    expect(findSection(candidate, "1.2.1-rc.1")).toBe("- rc");
    expect(findSection("## 1.2.1 (beta support is gone)\n\n- a\n", "1.2.1")).toBe("- a");
  });

  test("takes a title of two numbers for the first release only where that has no title of its own", () => {
    expect(findSection("# v2\n\n## v2.0\n\n## v2.0.0\n\n- a\n\n# v1\n", "2.0.0")).toBe("- a\n\n# v1");
    expect(findSection("## v2.0\n\n- a\n\n## v1.9.1\n\n- b\n", "2.0.0")).toBe("- a");
  });

  test("finds no version of more digits than one may have", () => {
    expect(findSection(`## 1.2.${"1".repeat(16)}\n\n- a\n`, `1.2.${"1".repeat(16)}`)).toBeNull();
  });

  test("reads a file that starts with a byte order mark", () => {
    expect(findSection("\uFEFF## 1.2.1\n\n- a\n", "1.2.1")).toBe("- a");
  });
});
