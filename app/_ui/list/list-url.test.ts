import { describe, expect, it } from "vitest";
import { listHref, readChoices, readValues, toggleValue } from "./list-url";

describe("readValues", () => {
  it.each([
    [undefined, []],
    ["a", ["a"]],
    [
      ["a", "b"],
      ["a", "b"],
    ],
  ])("reads %j as %j", (given, expected) => {
    expect(readValues({ key: given }, "key")).toEqual(expected);
  });
});

describe("readChoices", () => {
  it("keeps known values in their own order and leaves the rest aside", () => {
    expect(readChoices({ key: ["c", "x", "a", "a"] }, "key", ["a", "b", "c"])).toEqual(["a", "c"]);
  });
});

describe("listHref", () => {
  it("repeats lists and leaves out what is empty", () => {
    const query = { status: ["FAILED", "QUEUED"], q: "", tenant: undefined, after: "x=&y" };
    expect(listHref("/list", query)).toBe("/list?status=FAILED&status=QUEUED&after=x%3D%26y");
    expect(listHref("/list", { q: "", type: [] })).toBe("/list");
  });
});

describe("toggleValue", () => {
  it("adds and removes", () => {
    expect(toggleValue(["a"], "b")).toEqual(["a", "b"]);
    expect(toggleValue(["a", "b"], "a")).toEqual(["b"]);
  });
});
