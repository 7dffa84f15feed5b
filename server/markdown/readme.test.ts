import { describe, expect, it } from "vitest";
import { parseReadme } from "./readme.ts";

const parse = (source: string) => JSON.stringify(parseReadme(source, new Map(), "x-"));

describe("parseReadme", () => {
  it("shares definitions of links between sections, and leaves code alone", () => {
    const text = parse(
      "# One\n\n[site]\n\n## Two\n\n[site]\n\n```\n# no heading\n[site]: x\n```\n\n[site]: https://drydock.example/",
    );
    expect(text.match(/"href":"https:\/\/drydock\.example\/"/g)).toHaveLength(2);
    expect(text).toContain("# no heading\\n[site]: x");
  });

  it("shows the text of raw HTML, without tags, scripts and comments", () => {
    const text = parse(
      [
        '<h1 align="center">\n  <img src="logo.svg" width="90"> Tides &amp; Moons\n</h1>',
        "<!-- generated -->",
        '<p align="center"><a href="javascript:alert(1)"><img src="https://badge.example/a.svg"></a></p>',
        "<script>\nalert(1)\n</script>",
        "Press <kbd>Ctrl</kbd><br>now",
        "- <details>\n  <summary>More</summary>\n  </details>",
      ].join("\n\n"),
    );
    expect(text).toContain('"value":"Tides & Moons"');
    expect(text).toContain('"value":"More"');
    expect(text.match(/"value":"(?:Press|Ctrl| |now) ?"/g)).toHaveLength(4);
    expect(text).not.toMatch(/<|alert|generated|badge\.example|javascript/);
  });

  it.each([
    ["a long section", `## API\n\n${"- `a` and [b](https://drydock.example/)\n\n".repeat(400)}`],
    ["a long table", `Name | Use\n-----|----\n${"**isUrl(str)** | checks `str`\n".repeat(300)}`],
    ["a heading with a line below", "Tides\n================\n\nMoons\n----------------\n\nText"],
    [
      "links of sponsors",
      `## Sponsors\n\n${'<a href="https://drydock.example/">\n  <img src="https://drydock.example/a.png">\n</a>\n'.repeat(60)}`,
    ],
  ])("formats %s", (_, source) => {
    expect(parse(source)).not.toContain("Shown without formatting");
  });

  it("shows quotes that begin with a mark of GitHub as alerts", () => {
    const quote = (text: string) => `> ${text.replaceAll("\n", "\n> ")}\n\n`;
    const alerts = ["NOTE", "Tip", "important", "WARNING", "CAUTION"].map((kind) =>
      quote(`[!${kind}]\nMind *this*.`),
    );
    const text = parse(alerts.join(""));
    for (const kind of ["note", "tip", "important", "warning", "caution"])
      expect(text).toContain(`"className":["alert"],"data-kind":"${kind}"`);
    expect(text.match(/"className":\["alert-title"\]/g)).toHaveLength(5);
    expect(text.match(/"tagName":"em"/g)).toHaveLength(5);
    expect(text).not.toContain("[!");
    expect(parse(quote("[!NOTE]\n\n- one"))).toContain('"data-kind":"note"');
    for (const plain of ["[!NOTE] in the line", "[!DANGER]\nNo kind", "A [!NOTE]\nlater", "[!NOTE]*x*"])
      expect(parse(quote(plain))).not.toContain("alert");
  });

  it("keeps a row that is too complex from the other rows of its table", () => {
    const row = (cell: string) => `| a | ${cell} |\n`;
    const text = parse(`| A | B |\n|---|---|\n${row("*one*")}${row("*_`x".repeat(60))}${row("*two*")}`);
    expect(text.match(/"tagName":"em"/g)).toHaveLength(2);
    expect(text.match(/Shown without formatting/g)).toHaveLength(1);
  });

  it("links remote pictures, and takes those within a link for its text", () => {
    const text = parse(
      "[![npm](https://badge.example/a.svg)](https://npm.example/)\n![CI](https://badge.example/b.svg)\n\nOne ![Chart](https://chart.example/c.png)",
    );
    expect(text.match(/"tagName":"a"/g)).toHaveLength(3);
    expect(text).not.toContain("badge.example/a.svg");
    expect(text).toContain('"href":"https://badge.example/b.svg"');
    expect(text).toContain('"href":"https://chart.example/c.png"');
    expect(text).not.toContain('"tagName":"img"');
    expect(parse("![](https://chart.example/a/very/long/path.png) ![](lost.png)")).toMatch(
      /"value":"chart.example"/,
    );
    expect(parse("![](lost.png)")).not.toContain("lost.png");
    // The first paragraph is a row of badges, the second is not.
    expect(text.match(/"className":\["badges"\]/g)).toHaveLength(1);
  });

  it("names links without a text by their host, and drops blank paragraphs and headers", () => {
    const text = parse(
      '[<img src="a.svg">](https://sponsor.example/x)\n\n&nbsp;\n\n| | Use |\n|-|-|\n| a | b |',
    );
    expect(text).toContain('"value":"sponsor.example"');
    expect(text).not.toContain("\u00a0");
    expect(text.match(/"tagName":"th"/g)).toHaveLength(1);
    expect(
      parse('[<img src="a.svg">](https://one.example)<img src="b.svg">[<img>](https://two.example)'),
    ).toMatch(/one\.example"}\]},{"type":"text","value":" "},.*two\.example/);
    expect(parse("| | |\n|-|-|\n| a | b |")).not.toContain("thead");
  });

  it.each([
    ["nested quotes", ">".repeat(524_288)],
    ["nested lists", "- ".repeat(262_144)],
    ["asterisks", "*".repeat(524_288)],
    ["sections", "# a *b*\n".repeat(65_536)],
    ["definitions", "[a]: https://drydock.example/\n".repeat(16_000)],
    [
      "definitions in many sections",
      `${"[a]: https://drydock.example/\n".repeat(300)}${"# [a]\n".repeat(300)}`,
    ],
    ["brackets", "[".repeat(524_288)],
    ["fences", "```\n# a\n".repeat(60_000)],
  ])("bounds the output of 512 KiB of %s", (_, source) => {
    const documents = parseReadme(source, new Map(), "x-");
    expect(documents.length).toBeLessThanOrEqual(61);
    expect(JSON.stringify(documents).length).toBeLessThan(3_000_000);
  });
});
