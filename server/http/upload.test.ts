import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { completeEnv } from "@/server/core/env/env.ts";
import { ProblemView } from "./problem.ts";
import { route } from "./route.ts";
import { IDLE_SENDER_TIMEOUT_MS } from "./upload.ts";

const LIMIT = 16;

beforeAll(() => {
  const DATABASE_URL = "postgres://nobody@127.0.0.1:1/nowhere";
  completeEnv({ LOG_LEVEL: "silent", DRYDOCK_EMBEDDED: "true", DATABASE_URL });
});

/** Route that accepts up to `LIMIT` bytes of gzip and returns their number. */
const { handler } = route({
  method: "PUT",
  path: "/api/things",
  summary: "Bring a thing",
  credential: "none",
  limit: null,
  upload: { mediaTypes: ["application/gzip"], limitBytes: LIMIT },
  status: 201,
  response: z.object({ sizeBytes: z.number() }),
  handle: async ({ bytes }) => {
    let sizeBytes = 0;
    for await (const chunk of bytes) sizeBytes += chunk.byteLength;
    return { body: { sizeBytes } };
  },
});

function put(body: BodyInit | null, headers: Record<string, string> = {}, signal?: AbortSignal) {
  const all = { "content-type": "application/gzip", ...headers };
  const init = { method: "PUT", headers: all, body, ...(signal && { signal }), ...{ duplex: "half" } };
  return handler(new Request("http://host/api/things", init));
}

/** Body of `bytes` bytes in chunks of eight, with its state. */
function bodyOf(bytes: number) {
  const state = { sent: 0, isCancelled: false };
  const stream = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        if (state.sent >= bytes) return controller.close();
        controller.enqueue(new Uint8Array(8));
        state.sent += 8;
      },
      cancel: () => {
        state.isCancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, stream };
}

async function codeOf(response: Promise<Response>) {
  const { status, code, errors } = ProblemView.parse(await (await response).json());
  return [status, code, errors?.[0]?.message];
}

describe("an upload", () => {
  it("streams to the service, up to its limit", async () => {
    const response = await put(bodyOf(LIMIT).stream);
    expect([response.status, await response.json()]).toEqual([201, { sizeBytes: LIMIT }]);
    expect(await (await put(null, { "content-type": "Application/GZIP; x=y" })).json()).toEqual({
      sizeBytes: 0,
    });
  });

  it("is rejected by Content-Length before the body is read", async () => {
    const { state, stream } = bodyOf(8);
    expect(await codeOf(put(stream, { "content-length": `${LIMIT + 1}` }))).toEqual([
      413,
      "PAYLOAD_TOO_LARGE",
      undefined,
    ]);
    expect(state.sent).toBe(0);
  });

  it.each(["application/json", "", "application/gzip2", "text/plain; application/gzip"])(
    "is refused as %j before anything is read",
    async (mediaType) => {
      const { state, stream } = bodyOf(8);
      const headers = { "content-type": mediaType, "transfer-encoding": "chunked" };
      expect(await codeOf(put(stream, headers))).toEqual([415, "UNSUPPORTED_MEDIA_TYPE", undefined]);
      expect(state.sent).toBe(0);
    },
  );

  it("is rejected at the first byte above the limit, with a response", async () => {
    const { state, stream } = bodyOf(1_000);
    expect(await codeOf(put(stream))).toEqual([413, "PAYLOAD_TOO_LARGE", undefined]);
    expect(state).toEqual({ sent: LIMIT + 8, isCancelled: false });
  });

  it("is never stored when incomplete", async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const broken = put(readable);
    void writable.abort(new Error("gone"));
    expect(await codeOf(broken)).toEqual([400, "VALIDATION_FAILED", "the body ended early"]);
    expect(await codeOf(put(bodyOf(8).stream, { "content-length": "9" }))).toEqual([
      400,
      "VALIDATION_FAILED",
      "the body ended early",
    ]);
    expect(await codeOf(put(bodyOf(8).stream, {}, AbortSignal.abort()))).toEqual([
      400,
      "VALIDATION_FAILED",
      "the body ended early",
    ]);
  });
});

describe("the timeout of an upload", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("does not bound its duration", async () => {
    const { readable, writable } = new TransformStream<Uint8Array>();
    const response = put(readable);
    const writer = writable.getWriter();
    for (let second = 0; second < 4; second += 1) {
      await vi.advanceTimersByTimeAsync(IDLE_SENDER_TIMEOUT_MS - 1);
      void writer.write(new Uint8Array(1));
    }
    void writer.close();
    expect(await (await response).json()).toEqual({ sizeBytes: 4 });
  });

  it("bounds each pause", async () => {
    const response = put(new ReadableStream());
    await vi.advanceTimersByTimeAsync(IDLE_SENDER_TIMEOUT_MS);
    expect(await codeOf(response)).toEqual([400, "VALIDATION_FAILED", "the body timed out"]);
  });
});
