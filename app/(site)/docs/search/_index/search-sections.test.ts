import { describe, expect, it } from "vitest";
import { searchSections } from "./search-sections";
import { splitMatches } from "./search-words";

const section = (title: string, text = "", page = "CLI") => ({ href: `/${title}`, page, title, text });

const titles = (sections: Parameters<typeof searchSections>[0], search: string) =>
  searchSections(sections, search).map(({ title }) => title);

describe("searchSections", () => {
  it("finds sections that have every word, in any case and order", () => {
    const sections = [section("Exit codes", "for CI"), section("Setup", "exit the shell")];
    expect(titles(sections, "CODES exit")).toEqual(["Exit codes"]);
    expect(titles(sections, "exit missing")).toEqual([]);
  });

  it("ranks the exact title before words in titles, and text last", () => {
    const sections = [
      section("Output", "set set set set set set set"),
      section("Set a variable"),
      section("Set"),
    ];
    expect(titles(sections, "set")).toEqual(["Set", "Set a variable", "Output"]);
  });

  it("matches words from their start, also within names", () => {
    const sections = [
      section("Unknown fields"),
      section("Lease", "leaseUntil"),
      section("Files", ".drydockignore"),
    ];
    expect(titles(sections, "no")).toEqual([]);
    expect(titles(sections, "until")).toEqual(["Lease"]);
    expect(titles(sections, "drydockig")).toEqual(["Files"]);
    expect(titles(sections, ".drydock")).toEqual(["Files"]);
  });

  it("ranks titles that have the words side by side first", () => {
    const sections = [
      section("Publish a version of a plugin", "publish plugin ".repeat(5)),
      section("cli plugin publish"),
    ];
    expect(titles(sections, "plugin publish")).toEqual([
      "cli plugin publish",
      "Publish a version of a plugin",
    ]);
  });

  it("finds sections by the title of their page", () => {
    expect(titles([section("Request", "", "Callbacks")], "callbacks request")).toEqual(["Request"]);
  });

  it("finds nothing without a word", () => {
    expect(searchSections([section("Setup")], "  ")).toEqual([]);
  });

  it("cuts the text around its first match, at words", () => {
    const [found] = searchSections(
      [section("Setup", `${"before ".repeat(40)}token ${"after ".repeat(40)}`)],
      "token",
    );
    expect(found?.excerpt).toMatch(/^… (before )+token (after )+…$/);
    expect(found?.excerpt.length).toBeLessThan(200);
  });
});

describe("splitMatches", () => {
  it("has matches at the odd places", () => {
    expect(splitMatches("Tokens of a token", ["token"])).toEqual(["", "Token", "s of a ", "token", ""]);
  });

  it("prefers the longer word, and marks none of a text without matches", () => {
    expect(splitMatches("builds", ["build", "builds"])).toEqual(["", "builds", ""]);
    expect(splitMatches("apps", ["build"])).toEqual(["apps"]);
  });
});
