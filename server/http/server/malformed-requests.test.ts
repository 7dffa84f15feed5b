import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { rejectUnparsableRequest, trackResponses } from "./malformed-requests.ts";

/** Response of a connection whose request cannot be parsed. */
async function refuse(code: string, isResponding = false): Promise<string> {
  const socket = Object.assign(new PassThrough(), { destroySoon: () => socket.end() });
  const received: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => received.push(chunk));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await rejectUnparsableRequest(Object.assign(new Error("parse error"), { code }), socket, isResponding);
  await closed;
  return Buffer.concat(received).toString();
}

describe("rejectUnparsableRequest", () => {
  it.each([
    ["HPE_INVALID_METHOD", "HTTP/1.1 400 Bad Request"],
    ["HPE_HEADER_OVERFLOW", "HTTP/1.1 431 Request Header Fields Too Large"],
    ["ERR_HTTP_REQUEST_TIMEOUT", "HTTP/1.1 408 Request Timeout"],
  ])("is answered with a problem document (%s)", async (code, statusLine) => {
    const [head = "", body = ""] = (await refuse(code)).split("\r\n\r\n");
    expect(head.split("\r\n")[0]).toBe(statusLine);
    expect(head.toLowerCase()).toContain("content-type: application/problem+json");
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body)).toMatchObject({
      code: "VALIDATION_FAILED",
      status: Number(statusLine.split(" ")[1]),
    });
  });

  it("sends nothing during another response, or after a disconnect", async () => {
    expect(await refuse("HPE_INVALID_METHOD", true)).toBe("");
    expect(await refuse("ECONNRESET")).toBe("");
  });
});

describe("trackResponses", () => {
  it("is responding from the first header to the last byte", () => {
    const { track, isResponding } = trackResponses();
    const socket = {};
    const answer = { headersSent: false, writableFinished: false };
    expect(isResponding(socket)).toBe(false);
    track({ socket }, answer);
    expect(isResponding(socket)).toBe(false);
    answer.headersSent = true;
    expect(isResponding(socket)).toBe(true);
    answer.writableFinished = true;
    expect(isResponding(socket)).toBe(false);
  });
});
