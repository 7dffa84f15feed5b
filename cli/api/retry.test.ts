import { describe, expect, test } from "vitest";
import { type Attempt, pauseBefore, retryAfterMs } from "./retry.ts";
import { ConnectionLost } from "./transport.ts";

const NOW = Date.UTC(2026, 0, 1);

const attempt = (outcome: Attempt["outcome"], tries = 1, waitedMs = 0): number | null =>
  pauseBefore({ outcome, tries, waitedMs, now: NOW });
const answer = (status: number, headers = {}, text = "{}") => ({ status, headers, text });
const loss = (code: string) => new ConnectionLost(Object.assign(new Error("lost"), { code }));

describe("pauseBefore", () => {
  test("waits longer from try to try, and then lets a lost connection stand", () => {
    const pauses = [1, 2, 3, 4, 5].map((tries) => attempt(loss("ECONNRESET"), tries));
    expect(pauses).toEqual([500, 1_000, 2_000, 4_000, null]);
  });

  test.each(["ENOTFOUND", "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT"])(
    "does not try %s again",
    (code) => {
      expect(attempt(loss(code))).toBeNull();
    },
  );

  test.each([429, 503])("waits as long as a %i asks for", (status) => {
    expect(attempt(answer(status, { "retry-after": "7" }))).toBe(7_000);
  });

  test("loses patience after two minutes in all", () => {
    expect(attempt(answer(429, { "retry-after": "60" }), 2, 60_000)).toBe(60_000);
    expect(attempt(answer(429, { "retry-after": "60" }), 2, 61_000)).toBeNull();
    expect(attempt(answer(503, { "retry-after": "3600" }))).toBeNull();
  });

  test.each([200, 201, 400, 401, 404, 409, 422, 500])("lets %i stand", (status) => {
    expect(attempt(answer(status))).toBeNull();
  });

  test("waits for a request with the same key that is still being worked on", () => {
    expect(attempt(answer(409, {}, '{"code":"IDEMPOTENCY_CONFLICT"}'))).toBe(500);
  });
});

describe("retryAfterMs", () => {
  test.each([
    ["0", 0],
    ["12", 12_000],
    [new Date(NOW + 3_000).toUTCString(), 3_000],
    [new Date(NOW - 3_000).toUTCString(), 0],
    ["soon", null],
    [undefined, null],
  ])("reads %j", (header, expected) => {
    expect(retryAfterMs(header, NOW)).toBe(expected);
  });
});
