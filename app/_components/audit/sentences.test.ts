import { describe, expect, it } from "vitest";
import { describeAction } from "./actions";
import { describeEntry } from "./sentences";

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
      "Edited an app: platforms from iOS to Android, iOS",
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
      "Created an invitation: expires 2026-01-31 10:20 UTC",
    ],
    [
      "user.set_notifications",
      { notifications: "bell and email" },
      { kind: "BUILD_FAILED", notifications: "bell" },
      "Changed notification preferences: notifications from bell and email to bell, kind Build failed",
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
    expect(describeEntry({ action, subject: { type: "app", name: null }, before, after })).toBe(sentence);
  });

  it.each([
    ["listing.approve", "listing", "Offline Sync 1.2.0", null, null, "Approved Offline Sync 1.2.0"],
    [
      "build.queue",
      "build",
      "Field Notes #99",
      null,
      { appId: ID, number: 99, platform: "ANDROID", version: "1.4.0" },
      "Queued Field Notes #99: platform Android, version 1.4.0",
    ],
    [
      "archive.upload",
      "archive",
      "trail-notes 0.1.0",
      null,
      { slug: "trail-notes", version: "0.1.0", sizeBytes: 1_700, fileCount: 7 },
      "Uploaded trail-notes 0.1.0: 1.7\u00a0kB, 7\u00a0files",
    ],
    [
      "app.set_variable",
      "app",
      "Field Notes",
      null,
      { name: "BASH_ENV", isSecret: true, platforms: [] },
      "Set a variable of Field Notes: name BASH_ENV, secret yes, all platforms",
    ],
    [
      "api_token.create",
      "api_token",
      "CI",
      null,
      { name: "CI", permissions: ["MARKETPLACE_PUBLISH", "BUILDS_READ"] },
      "Created API token CI: permissions Publish, Read builds",
    ],
    ["rollout.hold", "rollout", "Maps 2.0.0", null, null, "Put the rollout of Maps 2.0.0 on hold"],
    ["tenant.rename", "tenant", "New", { name: "Old" }, { name: "New" }, "Renamed New: name from Old to New"],
    ["channel.rotate_secret", "channel", "Board", null, null, "Rotated Board’s secret"],
    ["membership.join", "membership", "Mia", null, { role: "VIEWER" }, "Joined a workspace: role Viewer"],
  ])("names the subject of %s (%s %s)", (action, type, name, before, after, sentence) => {
    expect(describeEntry({ action, subject: { type, name }, before, after })).toBe(sentence);
  });

  it("has no action without a sentence", () => {
    expect(describeAction("build.queue")).toBe("Queued a build");
  });
});
