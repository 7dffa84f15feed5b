import { describe, expect, it } from "vitest";
import { MAX_EVENT_STREAMS_PER_SESSION } from "@/server/http/trpc/event-streams.ts";
import { FRONT } from "./entry-points.ts";
import { createAccount } from "./fixtures.ts";
import { type RawRequest, sendRaw } from "./raw-http.ts";
import { sessionCookie } from "./session.ts";

const send = async (request: RawRequest) => {
  const response = await sendRaw(FRONT, request);
  if (!response) throw new Error(`No response to ${request.start}`);
  return response;
};

describe("the production server in front of Next", () => {
  it.each([
    "GET /api/auth/signout",
    "GET /api/auth/verify-request",
    "GET /icon.svg",
    "GET /icon.svgx",
    "GET /_next/imagex",
    "GET /_next/static/absent.js",
    "GET /api/health",
    "GET /api/absent",
    "GET /api/trpc/absent",
    "GET /sign-in",
    "PUT /sign-in",
    "OPTIONS *",
    "BREW /",
    "CONNECT example.com:443",
  ])("sends security headers: %s", async (start) => {
    const { headers } = await send({ start });
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("content-security-policy")).toContain("base-uri 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("permissions-policy")).toContain("camera=()");
  });

  it.each([
    "TRACE /",
    "PUT /sign-in",
    "POST /docs",
    "DELETE /marketplace",
    "TRACE /api/auth/csrf",
    "TRACE /api/me",
  ])("405 with Allow: %s", async (start) => {
    const { status, headers, text } = await send({ start });
    expect(status).toBe(405);
    expect(headers.get("allow")).toContain("GET");
    expect(JSON.parse(text)).toMatchObject({ code: "METHOD_NOT_ALLOWED" });
  });

  it("405 for a PUT to a page before its body", async () => {
    const { status } = await send({ start: "PUT /sign-in", headers: ["Content-Length: 1000"], body: ["x"] });
    expect(status).toBe(405);
  });

  it("405 for CONNECT, 417 for an unknown expectation", async () => {
    expect((await send({ start: "CONNECT example.com:443" })).status).toBe(405);
    expect((await send({ start: "GET /api/health", headers: ["Expect: x"] })).status).toBe(417);
  });

  it.each([
    "/_next/image",
    "/_next/image?url=%2Ficon.svg&w=64&q=75",
    "/_next/image/x",
    "/_global-error",
    "/_global-error.rsc?x=1",
  ])("404: %s", async (path) => {
    expect((await send({ start: `GET ${path}` })).status).toBe(404);
  });

  it.each(["x", "%", "%5B%5D", "[".repeat(100)])("400 for the router state %s", async (state) => {
    for (const path of ["/", "/sign-in", "/marketplace", "/absent"]) {
      for (const extra of [[], ["RSC: 1"]]) {
        const headers = [`Next-Router-State-Tree: ${state}`, ...extra];
        expect((await send({ start: `GET ${path}`, headers })).status).toBe(400);
      }
    }
  });

  it("marks tRPC's responses as private, with one request id in header and body", async () => {
    const { headers, text } = await send({ start: "GET /api/trpc/notifications.list" });
    expect(headers.get("cache-control")).toBe("private, no-store");
    expect(headers.get("vary")).toContain("Cookie");
    expect(text).toContain(headers.get("x-request-id") ?? "absent");
  });
});

it("refuses a session's next event stream with 429 until one ends", async () => {
  const { ctx } = await createAccount();
  const input = encodeURIComponent(JSON.stringify({ json: { tenant: ctx.tenant.slug } }));
  const headers = { Cookie: await sessionCookie(ctx) };
  const open = async () => {
    const abort = new AbortController();
    const url = `${FRONT.origin}/api/trpc/builds.changes?input=${input}`;
    const response = await fetch(url, { headers, signal: abort.signal });
    return { status: response.status, retryAfter: response.headers.get("retry-after"), abort };
  };
  const streams = await Promise.all(Array.from({ length: MAX_EVENT_STREAMS_PER_SESSION }, open));
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await open()).toMatchObject({ status: 429, retryAfter: "10" });
  streams.pop()?.abort.abort();
  await expect
    .poll(async () => {
      const next = await open();
      if (next.status === 200) streams.push(next);
      return next.status;
    })
    .toBe(200);
  for (const { abort } of streams) abort.abort();
});
