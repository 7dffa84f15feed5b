import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseRetryAfter } from "../time.ts";

const NOW = Date.UTC(2026, 10, 6, 8, 49, 37);

describe("Retry-After", () => {
  const { TZ } = process.env;
  // Far from UTC, for the form without a zone.
  beforeAll(() => {
    process.env["TZ"] = "America/New_York";
  });
  afterAll(() => {
    if (TZ === undefined) delete process.env["TZ"];
    else process.env["TZ"] = TZ;
  });

  it.each([
    ["0", 0],
    ["12", 12_000],
    [" 007 ", 7_000],
    ["1.5", 1_500],
    ["Fri, 06 Nov 2026 08:49:40 GMT", 3_000],
    ["Friday, 06-Nov-26 08:49:40 GMT", 3_000],
    ["Fri Nov  6 08:49:40 2026", 3_000],
    ["Fri, 06 Nov 2026 08:49:30 GMT", 0],
  ])("of %j is a delay", (header, expected) => {
    expect(parseRetryAfter(header, NOW)).toBe(expected);
  });

  it.each([
    ...["", "soon", "-3", "+30", "1e3", "30 seconds", "30s", "5, 10", "10, 30", "2030-01-01", "2030;"],
    ...["99999999999", "Fri, 99 Nov 2026 08:49:40 GMT", "Friday", null, undefined],
  ])("of %j is none", (header) => {
    expect(parseRetryAfter(header, NOW)).toBeNull();
  });
});
