import { describe, expect, it } from "vitest";
import { findPicturePaths, repositoryAddress, resolveReadmeAddress } from "./readme-addresses.ts";

describe("resolveReadmeAddress", () => {
  it.each([
    ["images/a.png", "images/a.png"],
    ["./images/a.png", "images/a.png"],
    ["/images/a.png", "images/a.png"],
    ["images/a.png?raw=true#x", "images/a.png"],
    ["docs/../../images/./a.png", "images/a.png"],
    ["images\\a.png", "images/a.png"],
    ["images/a%20b.png", "images/a b.png"],
    ["images/a b.png", "images/a b.png"],
    ["images/%C3%BC.png", "images/ü.png"],
    ["images/100%.png", "images/100%.png"],
    ["https:images/a.png", "images/a.png"],
  ])("resolves %s from the root of the archive", (address, path) => {
    expect(resolveReadmeAddress(address)).toMatchObject({ kind: "file", path });
  });

  it.each([
    ["//cdn.example/a.png", "https://cdn.example/a.png"],
    ["\\\\cdn.example/a.png", "https://cdn.example/a.png"],
    ["https://ada:secret@site.example/a", "https://site.example/a"],
    ["https://site.example", "https://site.example"],
    ["mailto:ada@site.example", "mailto:ada@site.example"],
  ])("leads %s away", (address, href) => {
    expect(resolveReadmeAddress(address)).toEqual({ kind: "remote", href });
  });

  it.each(["#use", "README.md#use", "./readme.md?plain=1#use"])("leads %s to an anchor", (address) => {
    expect(resolveReadmeAddress(address)).toEqual({ kind: "anchor", fragment: "#use" });
  });

  it.each(["javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,x", "file:///etc", "https://["])(
    "leads %s nowhere",
    (address) => {
      expect(resolveReadmeAddress(address)).toBeNull();
    },
  );
});

describe("findPicturePaths", () => {
  it("finds the addresses of Markdown and HTML, in every spelling", () => {
    const readme = [
      "![a](/a.png?raw=true) [![b](<b 1.png>)](https://site.example/) ![c](c_(1).png) ![d](./x/../d.png 'D')",
      "![e][e] ![f][f]\n\n[e]: e%201.png 'E'\n[f]: <f.png>",
      `<picture><source srcset="dark.png"><IMG alt=x SRC = 'g.png'></picture><img src=h.png><img src="i.png?a&amp;b">`,
      "![j](j\\_1.png) ![](//cdn.example/k.png)",
    ].join("\n\n");
    const paths = [...findPicturePaths(readme)].filter((path) => path.endsWith(".png"));
    expect(paths).toEqual(
      expect.arrayContaining(
        ["a", "b 1", "c_(1)", "d", "e 1", "f", "g", "h", "i", "j_1"].map((name) => `${name}.png`),
      ),
    );
    expect(paths).not.toContain("k.png");
    expect(paths).not.toContain("dark.png");
  });
});

describe("repositoryAddress", () => {
  it.each([
    ["https://github.com/ada/moon.git", "https://github.com/ada/moon/blob/HEAD/docs/a%20b.md#l"],
    [
      "https://github.com/ada/moon/tree/main/packages/one",
      "https://github.com/ada/moon/blob/main/packages/one/docs/a%20b.md#l",
    ],
    ["https://gitlab.com/group/sub/moon", "https://gitlab.com/group/sub/moon/-/blob/HEAD/docs/a%20b.md#l"],
    ["https://codeberg.org/ada/moon", "https://codeberg.org/ada/moon/src/branch/HEAD/docs/a%20b.md#l"],
    ["https://ada:secret@git.example/moon", "https://git.example/moon"],
  ])("leads to a file of %s", (repository, address) => {
    expect(repositoryAddress(repository, "docs/a b.md", "#l")).toBe(address);
  });

  it("leads nowhere without a web address", () => {
    expect(repositoryAddress("git+ssh://git@github.com/ada/moon", "a.md", "")).toBeNull();
  });
});
