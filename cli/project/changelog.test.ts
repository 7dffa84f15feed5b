import { describe, expect, test } from "vitest";
import { findSection } from "./changelog.ts";

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
});
