import { describe, expect, it } from "vitest";
import { withBufferedBody } from "./body.ts";

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://host/api/trpc/x", { method: "POST", headers, body, ...{ duplex: "half" } });

const take = (request: Request) =>
  withBufferedBody(request, 64, async (body) => new Response(body, { status: 200 }));

/** Endless body that counts the bytes read. */
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

describe("withBufferedBody", () => {
  it("passes the body on unchanged", async () => {
    const answer = await take(post("x".repeat(64)));
    expect([answer.status, await answer.text()]).toEqual([200, "x".repeat(64)]);
  });

  it("answers 413 by Content-Length, else by the bytes received", async () => {
    expect((await take(post("x".repeat(65), { "content-length": "65" }))).status).toBe(413);
    const { body, taken } = endless();
    expect((await take(post(body))).status).toBe(413);
    expect(taken.bytes).toBeLessThan(1_024);
  });

  it("answers 400 to an incomplete body", async () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
    expect((await take(post(body))).status).toBe(400);
  });
});
