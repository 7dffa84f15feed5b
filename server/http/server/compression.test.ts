import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { compressResponse } from "./compression.ts";

const LONG = { items: Array.from({ length: 200 }, (_, index) => ({ index, name: "Field Notes" })) };

const ask = (accepted: string | null, answer = Response.json(LONG)) =>
  compressResponse(
    new Request("http://drydock.test/", {
      headers: accepted === null ? {} : { "accept-encoding": accepted },
    }),
    answer,
  );

describe("compressResponse", () => {
  it.each(["gzip", "gzip, deflate, br", "br;q=1.0, GZIP;q=0.5", "*", "*;q=0, gzip"])(
    "compresses for Accept-Encoding %j",
    async (accepted) => {
      const response = await ask(accepted);
      const body = Buffer.from(await response.arrayBuffer());
      expect(response.headers.get("content-encoding")).toBe("gzip");
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(JSON.parse(gunzipSync(body).toString())).toEqual(LONG);
      expect(body.length).toBeLessThan(JSON.stringify(LONG).length / 4);
    },
  );

  it.each([null, "", "identity", "br", "gzip;q=0", "gzip;q=0, *"])(
    "does not compress for %j, and sends Vary",
    async (accepted) => {
      const response = await ask(accepted);
      expect(response.headers.has("content-encoding")).toBe(false);
      expect(response.headers.get("vary")).toBe("Accept-Encoding");
      expect(await response.json()).toEqual(LONG);
    },
  );

  it("keeps status and headers", async () => {
    const refusal = Response.json(LONG, {
      status: 404,
      headers: { "X-Request-Id": "request-0001", Vary: "Cookie" },
    });
    const response = await ask("gzip", refusal);
    expect(response.status).toBe(404);
    expect(response.headers.get("x-request-id")).toBe("request-0001");
    expect(response.headers.get("vary")).toBe("Cookie, Accept-Encoding");
  });

  it("does not compress short bodies and streams", async () => {
    const short = await ask("gzip", Response.json({ ok: true }));
    expect(short.headers.has("content-encoding")).toBe(false);
    expect(await short.json()).toEqual({ ok: true });
    const stream = await ask(
      "gzip",
      new Response("data: 1\n\n", { headers: { "content-type": "text/event-stream" } }),
    );
    expect(stream.headers.has("content-encoding")).toBe(false);
    const pieces = Response.json(LONG, { headers: { "Transfer-Encoding": "chunked" } });
    expect(await ask("gzip", pieces)).toBe(pieces);
  });
});
