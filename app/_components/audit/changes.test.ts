import { describe, expect, it } from "vitest";
import { listChanges } from "./changes";

describe("listChanges", () => {
  it("sets what was beside what is, field by field, in words", () => {
    expect(
      listChanges(
        { state: "PENDING_APPROVAL", note: null },
        { state: "SUSPENDED", reason: "Unpaid", note: null },
      ),
    ).toEqual([
      { field: "state", label: "State", before: "Pending approval", after: "Suspended", isSame: false },
      { field: "note", label: "Note", before: "none", after: "none", isSame: true },
      { field: "reason", label: "Reason", before: undefined, after: "Unpaid", isSame: false },
    ]);
  });

  it.each([
    [
      "tenantId",
      "01900000-0000-7000-8000-00000000a001",
      "Workspace ID",
      "01900000-0000-7000-8000-00000000a001",
    ],
    ["isSecret", true, "Secret", "yes"],
    ["expiresAt", "2026-01-31T10:20:30.000Z", "Expires", "2026-01-31 10:20 UTC"],
    ["sizeBytes", "48900000", "Size", "48.9\u00a0MB"],
    ["permissions", ["BUILDS_READ", "MARKETPLACE_PUBLISH"], "Permissions", "Read builds, Publish"],
    ["platforms", [], "Platforms", "none"],
    ["acceptedPermissions", ["network"], "Accepted permissions", "network"],
    ["ruleSetVersion", 4, "Version of checks", "4"],
    ["sha256", "ab", "SHA-256", "ab"],
    ["name", "BASH_ENV", "Name", "BASH_ENV"],
    ["query", { status: "FAILED" }, "Query", '{\n  "status": "FAILED"\n}'],
    ["constructor", 1, "Constructor", "1"],
  ])("names the field %s with the value %j", (field, value, label, after) => {
    expect(listChanges(null, { [field]: value })).toMatchObject([{ field, label, after, before: undefined }]);
  });

  it("takes nothing for no fields", () => {
    expect(listChanges(null, null)).toEqual([]);
  });
});
