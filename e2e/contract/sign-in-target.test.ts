import { expect, it } from "vitest";
import { ask } from "./ask.ts";
import { describeBothDoors } from "./doors.ts";

describeBothDoors("where a sign-in leads", (door) => {
  it.each([
    "callbackUrl=http://127.0.0.1:4400.evil.example",
    "callbackUrl=https://evil.example/",
    "callbackUrl=//evil.example",
    "callbackUrl=%00",
    "callbackUrl=%ff",
    "callbackUrl=a&callbackUrl=b",
    "callbackUrl=javascript:alert(1)",
  ])("is a place of ours, whatever is asked for (%s)", async (query) => {
    const { status, headers } = await ask(door, `GET /api/auth/csrf?${query}`);
    expect(status).toBe(200);
    expect(headers.get("set-cookie")).not.toContain("evil");
  });

  it.each(["http%3A%2F%2Fa:b", "%00", "https%3A%2F%2Fevil.example"])(
    "is a place of ours, whatever a cookie says (%s)",
    async (target) => {
      const { status, text } = await ask(door, "GET /api/auth/session", {
        headers: { Cookie: `drydock.callback=${target}` },
      });
      expect([status, text]).toEqual([200, "{}"]);
    },
  );
});
