import { describe, expect, it } from "vitest";
import { describeAction, describeEntry } from "./sentences";

const ID = "01900000-0000-7000-8000-00000000a001";

describe("describeEntry", () => {
  it.each([
    [
      "listing.approve",
      { status: "PENDING_APPROVAL" },
      { status: "APPROVED" },
      "Approved a listing: status from Pending approval to Approved",
    ],
    [
      "tenant.rename",
      { name: "Acme" },
      { name: "Acme Studio" },
      "Renamed a workspace: name from Acme to Acme Studio",
    ],
    ["tenant.suspend", { reason: null }, { reason: "Unpaid" }, "Suspended a workspace: reason Unpaid"],
    [
      "app.edit",
      { platforms: ["IOS"] },
      { platforms: ["ANDROID", "IOS"] },
      "Edited an app: platforms from IOS to Android and IOS",
    ],
    [
      "entity.edit",
      { description: "Old" },
      { description: null },
      "Edited a plugin or theme: description Old removed",
    ],
    ["membership.remove", { role: "OWNER" }, null, "Removed a member: role Owner"],
    [
      "membership.join",
      null,
      { role: "VIEWER", invitationId: ID },
      "Joined a workspace: role Viewer, invitation ID 01900000…",
    ],
    [
      "invitation.create",
      null,
      { expiresAt: "2026-01-31T10:20:30.000Z" },
      "Created an invitation: expires at 2026-01-31 10:20 UTC",
    ],
    [
      "user.mute_notices",
      { muted: ["BUILD_FAILED"] },
      { muted: [] },
      "Changed notification preferences: muted from Build failed to none",
    ],
    [
      "channel.update",
      { isForAll: true, limits: { a: 1 } },
      { isForAll: false, limits: { a: 1 } },
      "Edited an endpoint: is for all from yes to no",
    ],
    ["theme.save", null, { text: `a\n${"x".repeat(60)}` }, `Saved a theme: text a ${"x".repeat(37)}…`],
    [
      "listing.check",
      null,
      { state: "DONE", ruleSetVersion: 4, high: 0, medium: 0, low: 0 },
      "Checked a listing: no findings",
    ],
    [
      "listing.check",
      null,
      { state: "DONE", ruleSetVersion: 4, high: 1, medium: 0, low: 2 },
      "Checked a listing: 1 high, 2 low",
    ],
    [
      "listing.check",
      null,
      { state: "FAILED", failure: "Archive not found" },
      "Checked a listing: state Failed, failure Archive not found",
    ],
    ["theme.save", null, null, "Saved a theme"],
    ["app.edit", { name: "Same" }, { name: "Same" }, "Edited an app"],
    ["gone.away", null, null, "gone.away"],
    ["constructor", null, null, "constructor"],
  ])("of %s, from %j to %j", (action, before, after, sentence) => {
    expect(describeEntry({ action, before, after })).toBe(sentence);
  });

  it("has no action without a sentence", () => {
    expect(describeAction("build.queue")).toBe("Queued a build");
  });
});
