import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeNumberCursor, decodeTimeCursor, encodeCursor, numberCursor } from "./pagination.ts";

const ID = "01900000-0000-7000-8000-00000000a001";

const anyText = fc.string({ unit: fc.nat(0xffff).map((unit) => String.fromCharCode(unit)) });

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

describe("decodeTimeCursor", () => {
  it("reads what encodeCursor wrote", () => {
    const at = new Date("2026-01-31T10:20:30.405Z");
    expect(decodeTimeCursor(encodeCursor(at.toISOString(), ID))).toEqual({ at, id: ID });
  });

  it.each([
    "",
    "zzz",
    encodeCursor(1, ID),
    encodeCursor("soon", ID),
    encodeCursor("2026-01-31T10:20:30Z", "no-uuid"),
    encodeCursor("2026-01-31T10:20:30Z", ID, 1),
    encodeCursor("+275760-09-13T00:00:00Z", ID),
    encodeCursor("0000-01-01T00:00:00Z", ID),
    encodeCursor("-000044-03-15T00:00:00Z", ID),
    `${encodeCursor("2026-01-31T10:20:30Z", ID)}=`,
  ])("refuses %j", (cursor) => {
    expect(() => decodeTimeCursor(cursor)).toThrow(expect.objectContaining({ code: "VALIDATION_FAILED" }));
  });
});

describe("decodeNumberCursor", () => {
  it("reads what encodeCursor wrote", () => {
    expect(decodeNumberCursor(encodeCursor(7), 10)).toBe(7);
  });

  it.each([
    encodeCursor(11),
    encodeCursor(-1),
    encodeCursor(1.5),
    encodeCursor("7"),
    encodeCursor(7, 7),
    encodeCursor(),
    `${encodeCursor(7)}=`,
    encode({ 0: 7 }),
    encode([null]),
    encode(null),
    encode(7),
    "7",
    "",
  ])("refuses %j", (cursor) => {
    expect(() => decodeNumberCursor(cursor, 10)).toThrow(
      expect.objectContaining({ code: "VALIDATION_FAILED" }),
    );
  });
});

describe("numberCursor", () => {
  it("takes in a query what decodeNumberCursor reads, and nothing else", () => {
    expect(numberCursor(10).safeParse(encodeCursor(10)).success).toBe(true);
    expect(numberCursor(10).safeParse(encodeCursor(11)).success).toBe(false);
    expect(numberCursor(10).safeParse("zzz").success).toBe(false);
  });
});

describe("any cursor", () => {
  it("needs no encoding in a URL", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(encodeCursor(text)).toMatch(/^[\w-]*$/);
      }),
    );
  });

  it("decodes or rejects arbitrary cursors", () => {
    const madeUp = fc.oneof(anyText, fc.jsonValue().map(encode));
    fc.assert(
      fc.property(madeUp, (cursor) => {
        for (const decode of [() => decodeTimeCursor(cursor), () => decodeNumberCursor(cursor, 10)]) {
          try {
            decode();
          } catch (error) {
            expect(error).toMatchObject({ code: "VALIDATION_FAILED", problems: [{ path: "cursor" }] });
          }
        }
      }),
    );
  });
});
