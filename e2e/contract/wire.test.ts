import { describe, expect, it } from "vitest";
import { FRONT } from "./entry-points.ts";
import { type RawRequest, sendRaw } from "./raw-http.ts";

const sendRequest = async (request: RawRequest) => {
  const response = await sendRaw(FRONT, request);
  if (!response) throw new Error(`No answer to ${request.start}`);
  return response;
};

describe("the production server on the wire", () => {
  it.each([
    [
      "h2c",
      ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA"],
    ],
    ["websocket", ["Connection: Upgrade", "Upgrade: websocket"]],
  ])("answers a request that offers an upgrade to %s, also after a page request", async (_, headers) => {
    await fetch(`${FRONT.origin}/sign-in`).then((page) => page.text());
    for (const start of ["GET /api/health", "GET /sign-in"]) {
      const { status } = await sendRequest({ start, headers: [...headers] });
      expect(status).toBe(200);
    }
  });

  it("takes a target in absolute form", async () => {
    expect(await sendRequest({ start: "GET http://drydock.example/api/health" })).toMatchObject({
      status: 200,
      text: expect.stringContaining('{"status":"ok",'),
    });
    expect((await sendRequest({ start: "GET http://drydock.example" })).status).toBe(200);
  });

  it("answers OPTIONS *", async () => {
    const { status, headers } = await sendRequest({ start: "OPTIONS *" });
    expect(status).toBe(204);
    expect(headers.get("allow")).toContain("GET");
    expect((await sendRequest({ start: "GET *" })).status).toBe(405);
  });

  it.each([
    ["a second Host", 400, { start: "GET /api/health", headers: ["Host: other.example"] }],
    ["a Host that is none", 400, { start: "GET http://drydock.example/api/health", headers: ["Host: a b"] }],
    ["a method that is none", 400, { start: "get /api/health" }],
    ["bytes in its address that are no ASCII", 400, { start: "GET /api/apps/\u00e9/builds" }],
    [
      "two lengths of its body",
      400,
      { start: "POST /api/me", headers: ["Content-Length: 2", "Content-Length: 3"] },
    ],
    ["headers above 16 KiB", 431, { start: "GET /api/health", headers: [`X-Long: ${"x".repeat(20_000)}`] }],
  ])("answers what has %s with %d and a problem document", async (_, expected, request) => {
    const { status, headers, text } = await sendRequest(request);
    expect(status).toBe(expected);
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(JSON.parse(text)).toMatchObject({
      status: expected,
      code: "VALIDATION_FAILED",
      errors: [{ path: "" }],
    });
  });

  it("answers malformed chunks with 400 and a problem document", async () => {
    const headers = ["Content-Type: application/json", "Transfer-Encoding: chunked"];
    const { status, text } = await sendRequest({
      start: "POST /api/marketplace/publish",
      headers,
      body: ["zz\r\n"],
    });
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ code: "VALIDATION_FAILED" });
  });
});
