import { describe, expect, it } from "vitest";
import { fillShape, SHAPES } from "@/e2e/support/markdown-shapes.ts";
import { countNodes } from "./policy.ts";
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

  it("shows a text of very many lines", () => {
    for (const unit of ["a\n=\n", "a\n"]) {
      expect(parse(unit.repeat(500_000 / unit.length))).toContain("Shown without formatting");
    }
  });

  it("removes users and passwords from addresses, also those of raw HTML and pictures", () => {
    const text = parse(
      '[a](https://user:pw@one.example/) <a href="https://user@two.example/">b</a> ![c](//user:pw@three.example/c.png)',
    );
    expect(text).not.toMatch(/user|pw/);
    for (const host of ["one", "two", "three"]) expect(text).toContain(`"href":"https://${host}.example/`);
  });

  it("shows raw HTML as GitHub does, without scripts, styles and comments", () => {
    const text = parse(
      [
        '<h1 align="center" style="color:red" onclick="alert(1)">\n  <img src="logo.svg" width="90"> Tides &amp; Moons\n</h1>',
        "<!-- generated -->",
        '<div align="center">\n\n**Fast**, [site](https://drydock.example/site)\n\n</div>',
        '<p><a href="javascript:alert(1)">x</a> <a href="https://drydock.example/html">Docs</a></p>',
        "<script>\nalert(1)\n</script>\n<style>\np { color: red }\n</style>\n<svg><text>alert</text></svg>",
        "Press <kbd>Ctrl</kbd><br>now",
        "<details open>\n<summary>More</summary>\n\n- *one*\n\n</details>",
        '<table><tr><td colspan="2" width="9000" background="https://bad.example/a.png">cell</td></tr></table>',
      ].join("\n\n"),
    );
    expect(text).toContain('"tagName":"h1","properties":{"align":"center","id":"x-tides--moons"}');
    expect(text).toContain(
      '"tagName":"p","properties":{"align":"center"},"children":[{"type":"element","tagName":"strong"',
    );
    expect(text).toContain('"href":"https://drydock.example/html"');
    expect(text).toContain('"tagName":"td","properties":{"colSpan":2}');
    for (const tag of ["kbd", "br", "details", "summary", "em", "table"])
      expect(text).toContain(`"tagName":"${tag}"`);
    expect(text).not.toMatch(/"tagName":"(?:div|style|script|svg|picture|source)"/);
    expect(text).not.toMatch(/alert|generated|javascript|red|9000|bad\.example/);
  });

  it("loads no remote picture of raw HTML, and shows those of the archive in the size of their author", () => {
    const logo = { url: "/api/pictures/x", width: 400, height: 200 };
    const html = [
      '<picture><source srcset="https://bad.example/dark.png"><img src="https://bad.example/a.png" alt="Chart"></picture>',
      '<p align="center"><a href="https://ci.example"><img src="https://badge.example/a.svg" alt="CI"></a> <img src="https://badge.example/b.svg" alt="npm"></p>',
      '<img src="./media/logo.png" width="100" alt="Logo"> <img src="media/logo.png" width="9000">',
    ].join("\n\n");
    const text = JSON.stringify(parseReadme(html, new Map([["media/logo.png", logo]]), "x-"));
    expect(text).toContain('"tagName":"a","properties":{"href":"https://bad.example/a.png"}');
    expect(text).toContain('{"src":"/api/pictures/x","alt":"Logo","width":100,"height":50}');
    expect(text).toContain('"width":400,"height":200');
    expect(text).toContain('"className":["badges"]');
    expect(text).not.toMatch(/srcset|dark\.png/i);
    expect(text.match(/"tagName":"img"/g)).toHaveLength(2);
  });

  it("resolves addresses from the root of the archive, and leads files to the repository", () => {
    const picture = { url: "/api/pictures/x", width: 40, height: 20 };
    const source = [
      '<img src="/images/a.png" alt="Root">\n\n![query](images/a.png?raw=true) ![up](docs/../images/a.png) ![label][A  b]',
      "![GIF](demo.gif) [![Chart](lost.png)](docs/guide.md#two)",
      "[here](README.md#use-it) [user](https://ada:secret@site.example/) [cdn](//cdn.example/x) [no](javascript:x)",
      "## Use it\n\n[a B]: <./images/a.png>",
    ].join("\n\n");
    const pictures = new Map([["images/a.png", picture]]);
    const text = JSON.stringify(parseReadme(source, pictures, "x-", "https://github.com/ada/moon"));
    expect(text.match(/"tagName":"img"/g)).toHaveLength(4);
    for (const href of [
      "https://github.com/ada/moon/blob/HEAD/demo.gif",
      "https://github.com/ada/moon/blob/HEAD/docs/guide.md#two",
      "#x-use-it",
      "https://site.example/",
      "https://cdn.example/x",
    ])
      expect(text).toContain(`"href":"${href}"`);
    expect(text).not.toMatch(/secret|javascript/);
    expect(JSON.stringify(parseReadme(source, pictures, "x-"))).not.toMatch(/guide\.md|demo\.gif/);
  });

  it("shows codes of emoji as emoji, and leads to their headings by either", () => {
    const text = parse("## :rocket: Start\n\n[a](#rocket-start) [b](#-start) `:rocket:` :nothing:");
    expect(text).toContain('"value":"🚀 Start"');
    expect(text.match(/"href":"#x--start"/g)).toHaveLength(2);
    expect(text).toMatch(/"value":":rocket:".*:nothing:/);
  });

  it("leads a GIF, of which the page shows the first frame, to its file", () => {
    const pictures = new Map([["demo.gif", { url: "/api/pictures/x", width: 40, height: 20 }]]);
    const parsed = (repository: string | null) =>
      JSON.stringify(parseReadme("![](demo.gif)", pictures, "x-", repository));
    expect(parsed("https://github.com/ada/moon")).toMatch(
      /"href":"https:\/\/github.com\/ada\/moon\/blob\/HEAD\/demo.gif"\},"children":\[\{[^[]*"tagName":"img".*"alt":"demo.gif"/,
    );
    expect(parsed(null)).not.toContain('"tagName":"a"');
  });

  it("leads links to headings and anchors of the README, and footnotes to their notes", () => {
    const text = parse(
      [
        "- [Use it](#use-it)\n- [Again](#use-it-1)\n- [API](#API)\n- [Old](#old-name)\n- [Lost](#lost)\n- [File](docs/a.md)",
        "A note[^1].\n\n[^1]: Its text.",
        "## Use it!\n\n### Use it",
        '<a name="old-name"></a>\n\n## `API`\n\n<h2 id="readme">Own</h2>',
      ].join("\n\n"),
    );
    for (const id of ["x-use-it", "x-use-it-1", "x-api"]) {
      expect(text).toContain(`"href":"#${id}"`);
      expect(text.match(new RegExp(`"id":"${id}"`, "g"))).toHaveLength(1);
    }
    expect(text).toContain('"id":"x-readme"');
    expect(text).not.toMatch(/"href":"(?:#lost|docs)/);
    const [, note = ""] = /"href":"#(x-0-fn-1)"/.exec(text) ?? [];
    expect(text).toContain(`"id":"${note}"`);
  });

  it("leaves no gaps where pictures and breaks were, and keeps anchors without a text", () => {
    const text = parse(
      '<p align="center"><br><br>\n<img src="lost.svg"><br>\n<b>One</b><br><br>two<br></p>\n\n<a name="here"></a>\n\n[Go](#here)',
    );
    expect(text.match(/"tagName":"br"/g)).toHaveLength(1);
    expect(text).toContain('"id":"x-here"');
    expect(text).toContain('"href":"#x-here"');
    const badges = parse(
      '<p>\n<a href="https://a.example">\n<img src="https://b.example/a.svg" alt="CI">\n</a>\n<br>\n<a href="https://c.example"><img src="https://b.example/c.svg"></a></p>',
    );
    expect(badges).toContain('"className":["badges"]');
    expect(badges).toContain('"value":"c.example"');
    expect(badges).not.toContain("b.example");
  });

  it("reads a definition behind a paragraph that a heading ends", () => {
    const text = parse("See [site]\n## Next\n\n[site]: https://drydock.example/");
    expect(text).toContain('"href":"https://drydock.example/"');
    expect(text).not.toContain("[site]");
  });

  it.each([
    ["a long section", `## API\n\n${"- `a` and [b](https://drydock.example/)\n\n".repeat(400)}`],
    ["a long table", `Name | Use\n-----|----\n${"**isUrl(str)** | checks `str`\n".repeat(300)}`],
    ["code with many marks", `\`\`\`html\n${'<a href="https://a.example">a</a>\n'.repeat(60)}\`\`\``],
    [
      "a row of sponsors",
      `| ${'<a href="https://a.example"><img src="https://a.example/a.png"></a> | '.repeat(20)}\n`,
    ],
    [
      "a table with many definitions",
      `| A |\n|---|\n${Array.from({ length: 150 }, (_, n) => `| [a][n${n}] |\n`).join("")}\n${Array.from({ length: 150 }, (_, n) => `[n${n}]: https://a.example/a_(b)#*_*\n`).join("")}`,
    ],
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
    const text = parse(`| A | B |\n|---|---|\n${row("*one*")}${row("*_`x".repeat(600))}${row("*two*")}`);
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
    ["lists", "- a\n\n"],
    ["lists that begin anew", "- a\n\n1. b\n\n"],
    ["paragraphs and lists", "a\n\n- b\n\n"],
    ["paragraphs", "a\n\n"],
    ["quotes", "> a\n\n"],
    ["indented code", "    a\n\nb\n\n"],
  ])("parses a bounded number of blocks of %s", (_, block) => {
    const documents = parseReadme(block.repeat(9_000), new Map(), "x-");
    const elements = documents.map(
      ({ children }) => JSON.stringify(children).split('"type":"element"').length - 1,
    );
    expect(elements.reduce((sum, count) => sum + count)).toBeLessThan(6_000);
    expect(JSON.stringify(documents.at(-1))).toContain("Shown without formatting");
  });

  it("numbers headings of one text in order", () => {
    const text = parse("# A\n\n## A 1\n\n## A\n\n## A\n\n## A");
    for (const id of ["a", "a-1", "a-2", "a-3", "a-4"]) expect(text).toContain(`"id":"x-${id}"`);
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
    ["nested HTML", "<div>".repeat(104_000)],
    ["nested HTML within the limits", `${"<div><b>".repeat(180)}x`],
    ["HTML that opens formats anew", `${'<b a="1"><i><a href="#x">'.repeat(90)}${"<p>x".repeat(300)}`],
    ["nested tables", "<table><tr><td>".repeat(34_000)],
    ["unclosed comments", "<!-- ".repeat(100_000)],
    ["tags that never end", "<a b='".repeat(87_000)],
  ])("bounds the output of 512 KiB of %s", (_, source) => {
    const documents = parseReadme(source, new Map(), "x-");
    expect(documents.length).toBeLessThanOrEqual(61);
    expect(JSON.stringify(documents).length).toBeLessThan(3_000_000);
  });
});

describe("the documents of each shape of Markdown at the largest size", () => {
  const MAX_README_LENGTH = 512 * 1024;

  it.each(SHAPES)("are bounded and hold the text: %s", (shape) => {
    const documents = parseReadme(fillShape(shape, MAX_README_LENGTH), new Map(), "readme-");
    expect(documents.reduce((sum, document) => sum + countNodes(document), 0)).toBeLessThan(9_000);
    expect(documents.length).toBeLessThanOrEqual(61);
    expect(JSON.stringify(documents).length).toBeLessThan(800_000);
  });

  it("hold a table's long header once, not once for each of its parts", () => {
    const table = `|${"a".repeat(200_000)}|b|\n|-|-|\n${`|${"|".repeat(700)}\n`.repeat(300)}`;
    expect(JSON.stringify(parseReadme(table, new Map(), "readme-")).length).toBeLessThan(200_000);
  });
});
