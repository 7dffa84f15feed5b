import { describe, expect, it } from "vitest";
import { withBufferedBody } from "./body.ts";

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://host/api/trpc/x", { method: "POST", headers, body, ...{ duplex: "half" } });

const take = (request: Request) =>
  withBufferedBody(request, 64, async (body) => new Response(body, { status: 200 }));

/** Never ends, and counts what was taken of it. */
function endless() {
  const taken = { bytes: 0 };
  const body = new ReadableStream({
    pull: (controller) => {
      taken.bytes += 16;
      controller.enqueue(new Uint8Array(16));
    },
  });
  return { body, taken };
}

describe("a body for tRPC and next-auth", () => {
  it("is handed on as it came", async () => {
    const answer = await take(post("x".repeat(64)));
    expect([answer.status, await answer.text()]).toEqual([200, "x".repeat(64)]);
  });

  it("is 413 by its length, and when it says none by what came", async () => {
    expect((await take(post("x".repeat(65), { "content-length": "65" }))).status).toBe(413);
    const { body, taken } = endless();
    expect((await take(post(body))).status).toBe(413);
    expect(taken.bytes).toBeLessThan(1_024);
  });

  it("is 400 when it breaks off", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    expect((await take(post(body))).status).toBe(400);
  });
});
