import { describe, expect, it } from "vitest";
import { completeEnv } from "@/server/core/env/env.ts";
import { rejectCrossOrigin } from "./same-origin.ts";

function ask(method: string, headers: Record<string, string>): number | null {
  const own = { host: "drydock.test", "content-type": "application/json" };
  const request = new Request("http://drydock.test/api/trpc/x", { method, headers: { ...own, ...headers } });
  return rejectCrossOrigin(request)?.status ?? null;
}

describe("a request with a session", () => {
  it.each([
    ["GET", { "content-type": "text/plain", origin: "https://attacker.test" }],
    ["POST", {}],
    ["POST", { "content-type": "Application/JSON; charset=utf-8" }],
    ["POST", { origin: "http://drydock.test" }],
    ["POST", { origin: "https://drydock.test" }],
    ["POST", { "sec-fetch-site": "same-origin" }],
    ["POST", { host: "drydock.test:8080", origin: "http://drydock.test:8080" }],
  ])("may pass (%s %j)", (method, headers) => {
    expect(ask(method, headers)).toBeNull();
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/jsonp",
    "",
  ])("may not have a body that any form can send (%j)", (mediaType) => {
    expect(ask("POST", { "content-type": mediaType })).toBe(415);
  });

  it.each([
    "https://attacker.test",
    "https://drydock.test.attacker.test",
    "https://attacker.test/drydock.test",
    "http://drydock.test:8080",
    "http://sub.drydock.test",
    "null",
    "",
    "drydock.test",
  ])("may not come from a page of %j", (origin) => {
    expect(ask("POST", { origin })).toBe(403);
  });

  it("may come from the public origin through a proxy that replaces the host", () => {
    completeEnv({ NEXTAUTH_URL: "https://public.test/" });
    const host = "10.0.0.5:3000";
    expect(ask("POST", { host, origin: "https://public.test", "sec-fetch-site": "same-origin" })).toBeNull();
    expect(ask("POST", { host, origin: "http://public.test" })).toBe(403);
    expect(ask("POST", { host, origin: "https://public.test.attacker.test" })).toBe(403);
    expect(ask("POST", { host, origin: "https://public.test", "sec-fetch-site": "same-site" })).toBe(403);
  });

  it.each(["cross-site", "same-site", "none"])("may not come from a page of another site (%s)", (site) => {
    expect(ask("POST", { "sec-fetch-site": site })).toBe(403);
  });
});
