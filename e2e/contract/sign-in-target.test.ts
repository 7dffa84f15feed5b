import { expect, it } from "vitest";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem } from "./expect-response.ts";
import { sendRequest } from "./send-request.ts";

describeBothEntryPoints("the target of a sign-in", (entryPoint) => {
  it.each(["https://evil.example/", "//evil.example", "/builder"])(
    "is on our origin for every callbackUrl (%s)",
    async (target) => {
      const { status, headers } = await sendRequest(entryPoint, `GET /api/auth/csrf?callbackUrl=${target}`);
      expect(status).toBe(200);
      expect(headers.get("set-cookie")).not.toContain("evil");
    },
  );

  it.each([
    "callbackUrl=http://127.0.0.1:4400.evil.example",
    "callbackUrl=%00",
    "callbackUrl=%ff",
    "callbackUrl=a",
    "callbackUrl=/a&callbackUrl=/b",
    "callbackUrl=javascript:alert(1)",
  ])("is refused when it is no address (%s)", async (query) => {
    const response = await sendRequest(entryPoint, `GET /api/auth/csrf?${query}`);
    expectProblem(response, 400, "VALIDATION_FAILED", ["callbackUrl"]);
  });

  it.each(["http%3A%2F%2Fa:b", "%00", "x"])(
    "is reset when the cookie holds an invalid one (%s)",
    async (kept) => {
      const headers = { Cookie: `drydock.callback=${kept}` };
      const response = await sendRequest(entryPoint, "GET /api/auth/session", { headers });
      expectProblem(response, 400, "VALIDATION_FAILED", [""]);
      expect(response.headers.get("set-cookie")).toMatch(/^drydock\.callback=; Path=\/; Max-Age=0;/);
    },
  );
});
