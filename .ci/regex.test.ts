import { checkSync } from "recheck";
import { describe, expect, it } from "vitest";
import { readRegexes } from "./regex.ts";

process.env.RECHECK_BACKEND = "pure";

const sources = (text: string) => readRegexes("a.ts", text).map(({ source }) => source);

describe("readRegexes", () => {
  it("finds literals, constant patterns and escaped texts", () => {
    const text = String.raw`
      const PART = "[a-z]+";
      const escape = (text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
      const all = [/a+$/g, new RegExp(["^", PART].join("")), new RegExp(escape(query))];
      const some = new RegExp(words.map(escape).join("|"));
    `;
    expect(sources(text).slice(1)).toEqual(["a+$", "^[a-z]+", "literal", "literal|literal"]);
  });

  it("resolves neither a variable nor an escape that leaves an operator", () => {
    expect(sources("new RegExp(query)")).toEqual([null]);
    expect(sources('new RegExp(query.replace(/[.]/g, "\\\\$&"))')[0]).toBeNull();
  });
});

describe("checkSync", () => {
  it.each([
    ["^ {0,3}#{1,6} +(.*?)(?: +#+)? *$", "vulnerable"],
    ["\\r*\\n", "vulnerable"],
    ["^bytes *= *(\\d{0,15}) *- *(\\d{0,15})$", "vulnerable"],
    ["(a+)+$", "vulnerable"],
    ["^a+b", "safe"],
    ["^bytes {0,9}= {0,9}(\\d{0,15})$", "safe"],
  ])("finds %s %s", (source, status) => {
    expect(checkSync(source, "", { checker: "automaton" }).status).toBe(status);
  });
});
