import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "./markdown.tsx";

describe("Markdown", () => {
  it.each([
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](vbscript:msgbox)",
    "<javascript:alert(1)>",
    "[x][y]\n\n[y]: javascript:alert(1)",
  ])("drops the target of %s", (source) => {
    const html = render(source);
    expect(html).not.toMatch(/href="(?!")/);
  });

  it.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '<a href="javascript:alert(1)">x</a>',
  ])("shows %s as text or not at all", (source) => {
    expect(render(source)).not.toMatch(/<(script|img|a)\b/);
  });

  it("loads no image", () => {
    expect(render("![a boat](https://example.com/boat.png)")).toContain("Image: a boat");
    expect(render("![a boat](https://example.com/boat.png)")).not.toContain("example.com");
  });

  it("keeps web and mail links, without vouching for them", () => {
    expect(render("[docs](https://example.com/a)")).toContain(
      '<a href="https://example.com/a" rel="nofollow ugc noopener">docs</a>',
    );
    expect(render("[mail](mailto:dev@example.com)")).toContain('href="mailto:dev@example.com"');
  });

  it("shows codes of emoji as emoji", () => {
    expect(render("Faster :rocket:, not `:rocket:`")).toContain("Faster 🚀, not <code>:rocket:</code>");
  });

  it("starts headings below the page's own", () => {
    expect(render("# One\n\n## Two")).toMatch(/<h3>One<\/h3>\s*<h4>Two<\/h4>/);
  });

  it("nests headings without gaps, wherever the author began", () => {
    const html = render("#### a\n\n###### b\n\n## c\n\n### d\n\n### e");
    expect(html.match(/<h\d>\w/g)).toEqual(["<h3>a", "<h4>b", "<h3>c", "<h4>d", "<h4>e"]);
  });

  it("leads from a footnote's mark to the footnote", () => {
    const html = render("a[^1]\n\n[^1]: b");
    const [, target] = /href="#([^"]+)"/.exec(html) ?? [];
    expect(html).toContain(`<li id="${target}"`);
  });

  it("reads GitHub's tables and task lists", () => {
    expect(render("| a |\n|---|\n| 1 |")).toContain("<table>");
    expect(render("- [x] done")).toContain("☑");
  });
});

function render(source: string): string {
  return renderToStaticMarkup(createElement(Markdown, { source })).replace(/ class="[^"]*"/g, "");
}
