import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { isWithinMarkdownLimits, Markdown } from "./markdown";

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

  it.each([">", "> ", "- ", "*", "*a_ ", "[a](", "[^a]", "[a]: b\n", "a\n=\n", "|\n", "`a", "a@b.c "])(
    "stops a text made of %j",
    (unit) => {
      expect(isWithinMarkdownLimits(fill(unit))).toBe(false);
    },
  );
});

describe("Markdown", () => {
  it("shows a text that is not tame as it was written", () => {
    const html = renderToStaticMarkup(createElement(Markdown, { source: fill("*") }));
    expect(html).toContain(fill("*"));
  });
});
