import { describe, expect, it } from "vitest";
import { listChanges } from "./changes";

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
