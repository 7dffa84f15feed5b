import { describe, expect, test } from "vitest";
import { parseTimeout } from "./options.ts";

describe("parseTimeout", () => {
  test.each([
    ["30s", 30_000],
    ["10m", 600_000],
    ["2h", 7_200_000],
  ])("takes %s", (text, expected) => {
    expect(parseTimeout(text)).toBe(expected);
  });

  test.each(["", "10", "m", "1.5h", "-1s", "10 m", "1d", "99999999s"])("rejects %j", (text) => {
    expect(() => parseTimeout(text)).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ exitCode: 2 }) }),
    );
  });
});
