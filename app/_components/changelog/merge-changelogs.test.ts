import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { parseMarkdown } from "@/server/domains/items/markdown/policy.ts";
import { FormattedText } from "./markdown.tsx";
import { mergeChangelogs, versionsSince } from "./merge-changelogs.ts";

const parse = (version: string, source: string) => ({
  version,
  source,
  document: parseMarkdown(source, `${version}-`),
});

/** Headings with their entries as HTML without classes, or as `plain`. */
const show = (...changelogs: Parameters<typeof mergeChangelogs>[0]) =>
  mergeChangelogs(changelogs).map(({ heading, entries }) => [
    heading,
    ...entries.map((entry) => [
      entry.version,
      "document" in entry
        ? renderToStaticMarkup(createElement(FormattedText, { document: entry.document, topLevel: 4 }))
            .replace(/ class="[^"]*"/g, "")
            .replace(/^<div>|<\/div>$|\n/g, "")
        : { plain: entry.source },
    ]),
  ]);

describe("mergeChangelogs", () => {
  it("puts together what stands under one heading, and keeps the order of versions", () => {
    const merged = show(
      parse("2.0.0", "Read this first.\n\n### Changed\n\n- New format\n\n### Fixed\n\n- A leak"),
      parse("1.2.0", "### fixed ###\n- A crash\n\n```\n# no heading\n```"),
      { version: "1.1.0", source: null, document: null },
      parse("1.0.0", "First release."),
    );
    expect(merged).toEqual([
      [null, ["2.0.0", "<p>Read this first.</p>"], ["1.0.0", "<p>First release.</p>"]],
      ["Changed", ["2.0.0", "<ul><li>New format</li></ul>"]],
      [
        "Fixed",
        ["2.0.0", "<ul><li>A leak</li></ul>"],
        ["1.2.0", '<ul><li>A crash</li></ul><pre tabindex="0"><code># no heading</code></pre>'],
      ],
    ]);
  });

  it("keeps a changelog of too many headings whole", () => {
    expect(mergeChangelogs([parse("1.0.0", "# a\nx\n".repeat(21))])).toMatchObject([
      { heading: null, entries: [{ version: "1.0.0" }] },
    ]);
  });

  it("shows a changelog without a document as it was written", () => {
    expect(show({ version: "1.0.0", source: "# *a*", document: null })).toEqual([
      [null, ["1.0.0", { plain: "# *a*" }]],
    ]);
  });

  it("resolves a link whose target is defined under another heading", () => {
    const merged = show(parse("1.0.0", "## New\n\n[Guide][1]\n\n## Links\n\n[1]: https://example.com/a"));
    expect(JSON.stringify(merged)).toContain("https://example.com/a");
  });

  it("repeats no id of the list of versions", () => {
    expect(JSON.stringify(mergeChangelogs([parse("1.0.0", "a[^1]\n\n[^1]: b")]))).not.toContain('"id"');
  });

  it("is empty without changelogs", () => {
    expect(mergeChangelogs([{ version: "1.0.0", source: null, document: null }])).toEqual([]);
  });
});

describe("versionsSince", () => {
  it("gives the versions above the reader's own", () => {
    const versions = ["2.0.0", "1.2.0", "1.1.0", "1.0.0"].map((version) => ({ version }));
    expect(versionsSince(versions, "1.1.0").map(({ version }) => version)).toEqual(["2.0.0", "1.2.0"]);
    expect(versionsSince(versions, "2.0.0")).toEqual([]);
    expect(versionsSince(versions, "9.9.9")).toEqual([]);
  });
});
