import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isWithinMarkdownLimits } from "@/server/domains/items/markdown/policy.ts";
import { findFormatted, Markdown } from "./markdown.tsx";

const LONGEST = 20_000;
const RELEASE = `### New

- **Undo** and [redo](https://example.com/a_b) for \`strokes\`
- Export in full resolution

> Needs version 2.

| Codec | Speed |
|-------|-------|
| webp  | 1.4   |
`;

const fill = (unit: string) => unit.repeat(Math.ceil(LONGEST / unit.length)).slice(0, LONGEST);

describe("isWithinMarkdownLimits", () => {
  it.each(["", "Fixes.", RELEASE, RELEASE.repeat(40), "word ".repeat(4_000), "# A\n\n".repeat(300)])(
    "lets through what people write (%#)",
    (source) => {
      expect(isWithinMarkdownLimits(source)).toBe(true);
    },
  );

  it.each([
    ">",
    "> ",
    "- ",
    "*",
    "*a_ ",
    "[a](",
    "[^a]",
    "[a]: b\n",
    "a\n=\n",
    "|\n",
    "`a",
    "a@b.c ",
    ".",
    ");",
    "?'",
  ])("stops a text made of %j", (unit) => {
    expect(isWithinMarkdownLimits(fill(unit))).toBe(false);
  });
});

it("stops an address before a row of punctuation, and lets ellipses and quotes through", () => {
  const row = [..."\"'),.;?}"].map((mark) => `www.example.com/${mark.repeat(200)}b`);
  for (const source of [...row, `http://a.b/${".),".repeat(100)}b`]) {
    expect(isWithinMarkdownLimits(source)).toBe(false);
  }
  expect(isWithinMarkdownLimits('"Saved (again)...", it said. Why?! "So." '.repeat(10))).toBe(true);
});

describe("Markdown", () => {
  it("shows a text that is not tame as it was written", () => {
    const html = renderToStaticMarkup(createElement(Markdown, { source: fill("*") }));
    expect(html).toContain(fill("*"));
  });

  it.each([
    ["a wide table", `|${"a|".repeat(118)}\n|${"-|".repeat(118)}\n${"|\n".repeat(690)}`],
    ["a long target", `${"[a]\n\n".repeat(300)}[a]: https://example.com/${"x".repeat(16_000)}`],
    ["a long title", `${"![a]\n\n".repeat(300)}[a]: /x "${"y".repeat(16_000)}"`],
  ])("bounds what %s produces", (_what, source) => {
    expect(isWithinMarkdownLimits(source)).toBe(true);
    const html = renderToStaticMarkup(createElement(Markdown, { source }));
    expect(html.length).toBeLessThan(60_000);
    expect(html.match(/<(?!\/)/g)?.length).toBeLessThan(20);
    expect(html).toContain("Shown without formatting");
  });

  it.each([
    ["nested quotes", `${"> ".repeat(7)}a\n\n`],
    ["nested lists", "- - - - - a\n\n"],
    ["task lists", "- [x] a\n"],
    ["footnotes", "a[^1]\n\n[^1]: b\n\n"],
    ["addresses", "www.example.com\n\n"],
    ["emphasis", "**a** _b_ ~~c~~\n\n"],
    ["small tables", "|a|b|\n|-|-|\n|1|2|\n\n"],
  ])("bounds what %s produce, as many as there may be", (_what, unit) => {
    const html = renderToStaticMarkup(createElement(Markdown, { source: fill(unit) }));
    expect(html.length).toBeLessThan(200_000);
    expect(html.match(/<(?!\/)/g)?.length ?? 0).toBeLessThan(6_000);
  });
});

it.each([
  "[a](https://user:pw@example.com/x)",
  "[a](//user:pw@example.com/x)",
  "<https://user:pw@example.com/x>",
  "[a]\n\n[a]: https://user:pw@example.com/x",
])("links %j without its user", (source) => {
  const html = renderToStaticMarkup(createElement(Markdown, { source }));
  expect(html).toContain('href="https://example.com/x"');
  expect(html).not.toContain('href="https://user');
});

it("leaves other addresses as they were written", () => {
  const source = "[a](mailto:user@example.com) [b](https://example.com?a=user@b) [c](x/@y)";
  const html = renderToStaticMarkup(createElement(Markdown, { source }));
  for (const href of ["mailto:user@example.com", "https://example.com?a=user@b", "x/@y"]) {
    expect(html).toContain(`href="${href}"`);
  }
});

describe("findFormatted", () => {
  it("stops at the budget of a page", () => {
    expect(findFormatted(Array.from({ length: 6 }, () => fill("a")))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(findFormatted(["a\n".repeat(900), "b\n".repeat(900)])).toEqual([true, false]);
    expect(findFormatted(Array.from({ length: 300 }, () => "a")).filter(Boolean)).toHaveLength(100);
  });
});
