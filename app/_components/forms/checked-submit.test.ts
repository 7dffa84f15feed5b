import { describe, expect, it } from "vitest";
import { describeMissing } from "./checked-submit.ts";

describe("describeMissing", () => {
  it.each([
    ["Version", "Enter a version."],
    ["Email", "Enter an email."],
    ["Workspace name", "Enter a workspace name."],
    ["URL", "Enter a URL."],
    ["API token", "Enter an API token."],
    ["Username", "Enter a username."],
  ])("of %s is “%s”", (label, message) => {
    expect(describeMissing(label)).toBe(message);
  });
});
