import { describe, expect, it } from "vitest";
import { changesOf, summarise } from "./changes";

describe("changesOf", () => {
  it("sets what was beside what is, field by field", () => {
    expect(
      changesOf({ state: "ACTIVE", note: null }, { state: "SUSPENDED", reason: "Unpaid", note: null }),
    ).toEqual([
      { field: "state", before: "ACTIVE", after: "SUSPENDED", isSame: false },
      { field: "note", before: "none", after: "none", isSame: true },
      { field: "reason", before: undefined, after: "Unpaid", isSame: false },
    ]);
  });

  it("takes nothing for no fields", () => {
    expect(changesOf(null, null)).toEqual([]);
  });
});

describe("summarise", () => {
  it("tells of what changed in one line", () => {
    expect(summarise({ state: "ACTIVE", role: "OWNER" }, { state: "SUSPENDED", role: "OWNER" })).toBe(
      "state: ACTIVE → SUSPENDED",
    );
    expect(summarise(null, { name: "x".repeat(50), list: [1] })).toBe(
      `name: ${"x".repeat(40)}…, list: [\n  1\n]`,
    );
    expect(summarise({ role: "OWNER" }, null)).toBe("role: OWNER");
  });
});
