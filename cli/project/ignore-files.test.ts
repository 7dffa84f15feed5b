import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findIgnoreFile, selectFiles } from "./files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "drydock-ignore-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const listSelected = () => selectFiles(folder).files.map(({ path }) => path);

/** Files that git would add, without the ignore files themselves. */
function listOfGit(): string[] {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });
  git("init", "--quiet");
  return git(
    "-c",
    "core.excludesFile=",
    "-c",
    "core.quotePath=false",
    "ls-files",
    "-z",
    "-o",
    "--exclude-standard",
  )
    .split("\0")
    .filter((path) => path !== "" && !path.endsWith("ignore"))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

/** Files that the patterns match. */
const TREE = Object.fromEntries(
  [
    "plugin.json",
    "a.log",
    "keep.log",
    "build/out.js",
    "docs/build/out.js",
    "docs/a.log",
    "docs/keep.log",
    "docs/deep/a.log",
    "docs/deep/er/keep.log",
    "src/build",
    "src/Build/x.ts",
    "src/name with space ",
    "src/#hash",
    "src/!bang",
    "src/größe.txt",
    "src/[x].ts",
    "src/x.ts",
  ].map((path) => [path, ""]),
);

const hasGit = spawnSync("git", ["--version"]).status === 0;

describe.skipIf(!hasGit)("nested ignore files select what git selects", () => {
  const cases: [string, Record<string, string>][] = [
    ["a file in a folder", { "docs/.gitignore": "*.log\n" }],
    [
      "a folder takes back what the root left out",
      { ".gitignore": "*.log\n", "docs/.gitignore": "!keep.log\n" },
    ],
    [
      "the deepest decides",
      { ".gitignore": "*.log\n", "docs/.gitignore": "!*.log\n", "docs/deep/.gitignore": "a.log\n" },
    ],
    [
      "nothing below a folder that is left out comes back",
      { ".gitignore": "docs/\n!docs/keep.log\n", "docs/.gitignore": "!*\n" },
    ],
    ["a folder that a nested file takes back", { ".gitignore": "build/\n", "docs/.gitignore": "!build/\n" }],
    ["a path anchored in its own folder", { "docs/.gitignore": "/a.log\n/deep/er/\n" }],
    ["a slash in the middle anchors", { ".gitignore": "deep/a.log\n", "docs/.gitignore": "deep/a.log\n" }],
    ["folders only", { ".gitignore": "build/\n" }],
    ["two stars", { ".gitignore": "docs/**/keep.log\n**/x.ts\n" }],
    ["all but some", { ".gitignore": "*\n!*/\n!plugin.json\n!*.ts\n" }],
    ["all but some, in a folder", { "docs/.gitignore": "*\n!/deep/\n!/deep/a.log\n" }],
    ["cases", { ".gitignore": "SRC/\nBuild\n" }],
    ["trailing spaces", { ".gitignore": "a.log   \nsrc/name with space\\ \n" }],
    ["escaped marks", { ".gitignore": "\\#hash\n\\!bang\n" }],
    ["comments, blank lines and CRLF", { ".gitignore": "# no\r\n\r\n*.log\r\n!keep.log\r\n" }],
    ["a byte order mark", { ".gitignore": "\uFEFF*.log\n" }],
    ["brackets and ranges", { ".gitignore": "src/\\[x\\].ts\n[a-c].log\n" }],
    ["names that are no ASCII", { ".gitignore": "größe.*\n" }],
    ["folders of one name anywhere", { ".gitignore": "build/\n!**/packages/build/\n" }],
    ["a folder and all below it, next to an exception", { ".gitignore": "docs/\n!keep.log\n" }],
    ["an exception that matches nothing", { ".gitignore": "docs/\n!**/other\n" }],
    [
      "a folder's pattern, which a file of that name does not match",
      { ".gitignore": "build/\nsrc/build/\n" },
    ],
    ["the last pattern wins", { ".gitignore": "*.log\n!*.log\nkeep.log\n" }],
  ];
  test.each(cases)("%s", (_, files) => {
    write({ ...TREE, ...files });
    // The manifest is always packed.
    const expected = new Set([...listOfGit(), "plugin.json"]);
    expect(new Set(listSelected())).toEqual(expected);
  });
});

describe("which ignore file counts", () => {
  test("of each folder the first of .drydockignore, .npmignore and .gitignore", () => {
    write({ ...TREE, ".gitignore": "src/\n", ".npmignore": "docs/\n", "src/.gitignore": "x.ts\n" });
    expect(listSelected()).not.toContain("docs/a.log");
    expect(listSelected()).toContain("src/build");
    expect(listSelected()).not.toContain("src/x.ts");
    write({ "src/.npmignore": "build\n" });
    expect(listSelected()).toContain("src/x.ts");
    write({ ".drydockignore": "*.log\n" });
    expect(listSelected()).toContain("docs/build/out.js");
    expect(listSelected()).not.toContain("docs/a.log");
  });

  test("no ignore file, swap file or AppleDouble file is packed, at any depth", () => {
    write({
      "plugin.json": "",
      "a/.npmignore": "",
      "a/.x.swp": "",
      "a/._x": "",
      "a/CVS/Root": "",
      "a/x": "",
    });
    expect(listSelected()).toEqual(["a/x", "plugin.json"]);
  });

  test("a name and a pattern in another Unicode form are one", () => {
    write({
      "plugin.json": "",
      ["größe.txt".normalize("NFD")]: "",
      ".gitignore": "größe.txt".normalize("NFC"),
    });
    expect(listSelected()).toEqual(["plugin.json"]);
  });

  test("is named for a file that is left out", () => {
    write({ ...TREE, ".gitignore": "build/\n", "src/.gitignore": "x.ts\n" });
    expect(findIgnoreFile(folder, "src/x.ts")).toBe("src/.gitignore");
    expect(findIgnoreFile(folder, "docs/build/out.js")).toBe(".gitignore");
    expect(findIgnoreFile(folder, "src/[x].ts")).toBeNull();
  });
});
