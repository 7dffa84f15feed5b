import { describe, expect, it } from "vitest";
import { listChanges, summarizeChanges } from "./changes";

describe("changesOf", () => {
  it("sets what was beside what is, field by field", () => {
    expect(
      listChanges({ state: "ACTIVE", note: null }, { state: "SUSPENDED", reason: "Unpaid", note: null }),
    ).toEqual([
      { field: "state", before: "ACTIVE", after: "SUSPENDED", isSame: false },
      { field: "note", before: "none", after: "none", isSame: true },
      { field: "reason", before: undefined, after: "Unpaid", isSame: false },
    ]);
  });

  it("takes nothing for no fields", () => {
    expect(listChanges(null, null)).toEqual([]);
  });
});

describe("summarise", () => {
  it("tells of what changed in one line", () => {
    expect(summarizeChanges({ state: "ACTIVE", role: "OWNER" }, { state: "SUSPENDED", role: "OWNER" })).toBe(
      "state: ACTIVE → SUSPENDED",
    );
    expect(summarizeChanges(null, { name: "x".repeat(50), list: [1] })).toBe(
      `name: ${"x".repeat(39)}…, list: [\n  1\n]`,
    );
    expect(summarizeChanges({ role: "OWNER" }, null)).toBe("role: OWNER");
  });
});
