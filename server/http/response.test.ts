import { describe, expect, it } from "vitest";
import { matchesEntityTag, weakEntityTag } from "./response.ts";

describe("weakEntityTag", () => {
  it("is weak, quoted, and equal for equal representations only", () => {
    expect(weakEntityTag("{}")).toMatch(/^W\/"[\w-]+"$/);
    expect(weakEntityTag("{}")).toBe(weakEntityTag("{}"));
    expect(weakEntityTag("{}")).not.toBe(weakEntityTag("[]"));
  });
});

describe("matchesEntityTag", () => {
  const tag = 'W/"abc"';

  it.each(['W/"abc"', '"abc"', ' "x" , W/"abc"', '"x",W/"y","abc"', "*", " * "])(
    "finds it in %j",
    (header) => {
      expect(matchesEntityTag(header, tag)).toBe(true);
    },
  );

  it.each([null, "", "abc", '"ab"', '"abcd"', 'W/"ABC"', '"*"', '"x", "y"', '"abc'])(
    "does not find it in %j",
    (header) => {
      expect(matchesEntityTag(header, tag)).toBe(false);
    },
  );
});
