import { describe, expect, test } from "vitest";
import { getRetryDelay } from "./client.ts";
import type { HttpResult } from "./http.ts";

const NOW = Date.UTC(2026, 0, 1);

const delayAfter = (result: HttpResult, attempt = 1, totalDelayMs = 0): number | null =>
  getRetryDelay({ result, attempt, totalDelayMs, now: NOW });
const response = (status: number, headers = {}, text = "{}") => ({ status, headers, text });
const networkError = (code: string) => ({ code, message: "lost" });

describe("getRetryDelay", () => {
  test("backs off exponentially after network errors, up to the last attempt", () => {
    const delays = [1, 2, 3, 4, 5].map((attempt) => delayAfter(networkError("ECONNRESET"), attempt));
    expect(delays).toEqual([500, 1_000, 2_000, 4_000, null]);
  });

  test.each(["ENOTFOUND", "CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT"])("does not retry %s", (code) => {
    expect(delayAfter(networkError(code))).toBeNull();
  });

  test.each([429, 503])("follows the Retry-After of a %i", (status) => {
    expect(delayAfter(response(status, { "retry-after": "7" }))).toBe(7_000);
    const date = new Date(NOW + 3_000).toUTCString();
    expect(delayAfter(response(status, { "retry-after": date }))).toBe(3_000);
    expect(delayAfter(response(status, { "retry-after": "soon" }))).toBe(500);
  });

  test("limits the total delay to two minutes", () => {
    expect(delayAfter(response(429, { "retry-after": "60" }), 2, 60_000)).toBe(60_000);
    expect(delayAfter(response(429, { "retry-after": "60" }), 2, 61_000)).toBeNull();
    expect(delayAfter(response(503, { "retry-after": "3600" }))).toBeNull();
  });

  test.each([200, 201, 400, 401, 404, 409, 422, 500])("does not retry %i", (status) => {
    expect(delayAfter(response(status))).toBeNull();
  });

  test("retries while a request with the same idempotency key is running", () => {
    expect(delayAfter(response(409, {}, '{"code":"IDEMPOTENCY_CONFLICT"}'))).toBe(500);
  });
});
