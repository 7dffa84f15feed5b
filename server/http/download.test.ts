import { createHash } from "node:crypto";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { completeEnv } from "@/server/core/env/env.ts";
import type { ByteRange } from "../storage/object-store.ts";
import { attachment, DownloadBody, IDLE_READER_TIMEOUT_MS } from "./download.ts";
import { createRouteHandlers } from "./methods.ts";
import { ProblemView } from "./problem.ts";
import { type Route, route } from "./route.ts";

const CONTENT = Buffer.from("0123456789");
const SHA256 = createHash("sha256").update(CONTENT).digest("hex");
const TAG = `"${SHA256}"`;

beforeAll(() => {
  const DATABASE_URL = "postgres://nobody@127.0.0.1:1/nowhere";
  completeEnv({ LOG_LEVEL: "silent", DRYDOCK_EMBEDDED: "true", DATABASE_URL });
});

/** Route that serves the content byte by byte, with counts of opened and closed streams. */
function serving(content = CONTENT) {
  const seen = { opened: [] as (ByteRange | undefined)[], released: 0 };
  const bytes = async function* ({ start, end }: ByteRange) {
    try {
      for (let at = start; at <= end; at += 1) yield content.subarray(at, at + 1);
    } finally {
      seen.released += 1;
    }
  };
  const served = route({
    method: "GET",
    path: "/api/things",
    summary: "A thing's bytes",
    credential: "none",
    limit: null,
    status: 200,
    response: DownloadBody,
    handle: async () => ({
      fileName: 'a "name"\r\n.tar.gz',
      sizeBytes: content.byteLength,
      sha256: SHA256,
      open: async (range) => {
        seen.opened.push(range);
        return bytes(range ?? { start: 0, end: content.byteLength - 1 });
      },
    }),
  });
  return { seen, served };
}

const ask = ({ handler }: Route, headers: Record<string, string> = {}) =>
  handler(new Request("http://host/api/things", { headers }));

describe("a download", () => {
  it("is an attachment of its size, with its digest as a strong tag", async () => {
    const { served, seen } = serving();
    const response = await ask(served);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "accept-ranges": "bytes",
      "content-disposition": expect.stringMatching(
        /^attachment; filename="a__name___\.tar\.gz"; filename\*=UTF-8''a/,
      ),
      "content-length": "10",
      "content-type": "application/octet-stream",
      etag: TAG,
      "repr-digest": `sha-256=:${createHash("sha256").update(CONTENT).digest("base64")}:`,
      "x-checksum-sha256": SHA256,
      "x-content-type-options": "nosniff",
    });
    expect(await response.text()).toBe("0123456789");
    expect(seen).toEqual({ opened: [undefined], released: 1 });
  });

  it.each([
    ["bytes=0-0", "0", "bytes 0-0/10"],
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=7-", "789", "bytes 7-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-99", "0123456789", "bytes 0-9/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
    ["BYTES = 8-9", "89", "bytes 8-9/10"],
  ])("answers the range %s with 206", async (range, text, contentRange) => {
    const response = await ask(serving().served, { range });
    expect([response.status, response.headers.get("content-range")]).toEqual([206, contentRange]);
    expect(response.headers.get("content-length")).toBe(String(text.length));
    expect(await response.text()).toBe(text);
  });

  it.each(["bytes=4-2", "bytes=1-2,4-5", "items=0-1", "bytes=-", "bytes=a-b", "0-1"])(
    "ignores the invalid range %s",
    async (range) => {
      const response = await ask(serving().served, { range });
      expect([response.status, response.headers.has("content-range")]).toEqual([200, false]);
      expect(await response.text()).toBe("0123456789");
    },
  );

  it.each(["bytes=10-", "bytes=10-12", "bytes=-0", `bytes=${"9".repeat(15)}-`])(
    "refuses the range %s with 416 and the size",
    async (range) => {
      const { served, seen } = serving();
      const response = await ask(served, { range });
      expect([response.status, response.headers.get("content-range")]).toEqual([416, "bytes */10"]);
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      expect(ProblemView.parse(await response.json())).toMatchObject({
        status: 416,
        code: "VALIDATION_FAILED",
        errors: [{ path: "Range" }],
      });
      expect(seen.opened).toEqual([]);
    },
  );

  it("sends a range only while If-Range holds", async () => {
    const range = "bytes=2-4";
    expect((await ask(serving().served, { range, "if-range": TAG })).status).toBe(206);
    for (const stale of ['"other"', `W/${TAG}`, "Sat, 21 Nov 2026 20:00:00 GMT"]) {
      expect((await ask(serving().served, { range, "if-range": stale })).status).toBe(200);
    }
  });

  it("has no body for a matching entity tag, nor for HEAD", async () => {
    const { served, seen } = serving();
    const known = await ask(served, { "if-none-match": `"x", ${TAG}`, range: "bytes=99-" });
    expect([known.status, await known.text(), known.headers.get("etag")]).toEqual([304, "", TAG]);
    const handlers = createRouteHandlers([served]).get("/api/things");
    const head = await handlers?.HEAD(new Request("http://host/api/things", { method: "HEAD" }));
    expect([head?.status, head?.headers.get("content-length"), head?.body]).toEqual([200, "10", null]);
    expect(seen.opened).toEqual([]);
  });

  it("may be empty", async () => {
    const response = await ask(serving(Buffer.alloc(0)).served);
    expect([response.status, response.headers.get("content-length"), await response.text()]).toEqual([
      200,
      "0",
      "",
    ]);
    expect((await ask(serving(Buffer.alloc(0)).served, { range: "bytes=0-" })).status).toBe(416);
  });
});

describe("the source of a download", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is closed when the client disconnects", async () => {
    const { served, seen } = serving();
    const reader = (await ask(served)).body?.getReader();
    await reader?.read();
    await reader?.cancel();
    expect(seen.released).toBe(1);
  });

  it("is closed when the client stops reading", async () => {
    vi.useFakeTimers();
    const { served, seen } = serving();
    const reader = (await ask(served)).body?.getReader();
    await reader?.read();
    await vi.advanceTimersByTimeAsync(IDLE_READER_TIMEOUT_MS + 1);
    await expect(reader?.read()).rejects.toThrow("stopped reading");
    expect(seen.released).toBe(1);
  });
});

describe("an attachment's name", () => {
  it.each([
    ["app-1.0.aab", 'attachment; filename="app-1.0.aab"'],
    ["Ünï 🚢.ipa", "attachment; filename=\"_n___.ipa\"; filename*=UTF-8''%C3%9Cn%C3%AF%20%F0%9F%9A%A2.ipa"],
    ["it's (1)*.apk", "attachment; filename=\"it_s__1__.apk\"; filename*=UTF-8''it%27s%20%281%29%2A.apk"],
    ["日本語.apk", "attachment; filename=\"___.apk\"; filename*=UTF-8''%E6%97%A5%E6%9C%AC%E8%AA%9E.apk"],
  ])("%s is sent as %s", (name, header) => {
    expect(attachment(name)).toBe(header);
  });
});
