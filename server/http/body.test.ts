import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { readJson } from "./body.ts";

const LIMIT = 16;

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  const own = { "content-type": "application/json" };
  return new Request("http://host/", {
    method: "POST",
    headers: { ...own, ...headers },
    body,
    ...{ duplex: "half" },
  });
}

/** Body that counts its reads. */
function endless() {
  const state = { pulls: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        state.pulls += 1;
        controller.enqueue(new Uint8Array(LIMIT));
      },
      cancel: () => {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

const refusal = (code: string) => expect.objectContaining({ code });

describe("readJson", () => {
  it("gives the body as text and as JSON", async () => {
    const { text, json } = await readJson(post('{"a":"🚢"}'), LIMIT);
    expect(text).toBe('{"a":"🚢"}');
    expect(json()).toEqual({ a: "🚢" });
  });

  it("ignores a byte order mark in JSON and keeps it in the text", async () => {
    const { text, json } = await readJson(post("\uFEFF{}"), LIMIT);
    expect([text, json()]).toEqual(["\uFEFF{}", {}]);
  });

  it.each(["", "{", "undefined", "{'a':1}", "\uFEFF"])(
    "validates %j only when the JSON is parsed",
    async (body) => {
      const sent = await readJson(post(body), LIMIT);
      expect(() => sent.json()).toThrow(refusal("MALFORMED_JSON"));
    },
  );

  it("refuses encoded bodies, and takes the encoding identity for none", async () => {
    const encoded = readJson(post(new Uint8Array(gzipSync("{}")), { "content-encoding": "gzip" }), 64);
    await expect(encoded).rejects.toThrow(refusal("UNSUPPORTED_MEDIA_TYPE"));
    const { json } = await readJson(post("{}", { "content-encoding": "Identity" }), LIMIT);
    expect(json()).toEqual({});
  });

  it("accepts UTF-8 only", async () => {
    const sent = await readJson(post(new Uint8Array([0x22, 0xff, 0x22])), LIMIT);
    expect(() => sent.json()).toThrow(refusal("MALFORMED_JSON"));
  });

  describe("the size", () => {
    it("may be the limit", async () => {
      const body = `"${"x".repeat(LIMIT - 2)}"`;
      await expect(readJson(post(body), LIMIT)).resolves.toMatchObject({ text: body });
    });

    it("is rejected by Content-Length before the body is read", async () => {
      const { state, stream } = endless();
      const request = post(stream, { "content-length": String(LIMIT + 1) });
      await expect(readJson(request, LIMIT)).rejects.toEqual(refusal("PAYLOAD_TOO_LARGE"));
      expect(state.pulls).toBe(0);
    });

    it("is rejected at the first byte above the limit, and the rest is not read", async () => {
      const { state, stream } = endless();
      await expect(readJson(post(stream), LIMIT)).rejects.toEqual(refusal("PAYLOAD_TOO_LARGE"));
      expect(state).toEqual({ pulls: 2, isCancelled: true });
    });
  });

  describe("the media type", () => {
    it.each([
      "application/json",
      "Application/Json",
      "application/json; charset=utf-8",
      " application/json ;x",
    ])("may be %j", async (type) => {
      await expect(readJson(post("{}", { "content-type": type }), LIMIT)).resolves.toBeDefined();
    });

    it.each(["", "text/plain", "text/json", "application/json5", "application/json, text/plain"])(
      "may not be %j",
      async (type) => {
        await expect(readJson(post("{}", { "content-type": type }), LIMIT)).rejects.toEqual(
          refusal("UNSUPPORTED_MEDIA_TYPE"),
        );
      },
    );

    it("is not required without a body", async () => {
      for (const body of [null, ""]) {
        await expect(readJson(post(body, { "content-type": "" }), LIMIT)).resolves.toMatchObject({
          text: "",
        });
      }
    });
  });

  it("answers 400 to an incomplete body", async () => {
    const stream = new ReadableStream({
      pull: (controller) => controller.error(Object.assign(new Error("aborted"), { code: "ECONNRESET" })),
    });
    await expect(readJson(post(stream), LIMIT)).rejects.toEqual(refusal("MALFORMED_JSON"));
  });
});
