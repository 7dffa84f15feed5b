import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_CALLBACK_URL, safeCallbackUrl } from "./session.ts";

describe("safeCallbackUrl", () => {
  it.each([
    "/builder/acme",
    "/builder/acme/apps?status=FAILED&status=QUEUED#row-3",
    "/admin/moderation",
    "/a%20b",
  ])("keeps %s", (value) => {
    expect(safeCallbackUrl(value)).toBe(value);
  });

  it.each([
    undefined,
    "",
    "builder",
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
    "http:/evil.example",
    "/sign-in",
    "/sign-in?callbackUrl=/sign-in",
  ])("refuses %j", (value) => {
    expect(safeCallbackUrl(value)).toBe(DEFAULT_CALLBACK_URL);
  });

  it("refuses a repeated parameter", () => {
    expect(safeCallbackUrl(["/builder", "/admin"])).toBe(DEFAULT_CALLBACK_URL);
  });

  it("never leaves the origin, whatever is written", () => {
    const origin = "https://drydock.example";
    const pieces = fc.constantFrom(
      "/",
      "\\",
      ".",
      "..",
      "%2e",
      "%2f",
      "@",
      ":",
      "?",
      "#",
      "evil.example",
      "\t",
      "a",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => {
        const target = safeCallbackUrl(`/${parts.join("")}`);
        expect(new URL(target, origin).origin).toBe(origin);
        expect(safeCallbackUrl(target)).toBe(target);
      }),
    );
  });
});
