import { describe, expect, it } from "vitest";
import { toIsoTime } from "./parse-resource.ts";

describe("toIsoTime", () => {
  it.each([
    ["2026-08-01T12:00:00Z", "2026-08-01T12:00:00.000Z"],
    ["2026-08-01T12:00:00+02:00", "2026-08-01T10:00:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
  ])("parses %j", (text, instant) => {
    expect(toIsoTime(text)).toBe(instant);
  });

  it.each([
    undefined,
    null,
    "",
    "soon",
    "0000-01-01T00:00:00Z",
    "-271821-04-20T00:00:00Z",
    "+010000-01-01T00:00:00Z",
  ])("rejects %j", (text) => {
    expect(toIsoTime(text)).toBeNull();
  });
});
