import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_LOG_BYTES } from "@/shared/bounds.ts";
import { cutAtCharacter, limitArrivals, placeArrivals, placeChunk } from "./policy.ts";

describe("placeChunk", () => {
  it("yields the same log for any repetition of chunks", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 30 }),
        (text, sends) => {
          const whole = Buffer.from(text);
          let log = Buffer.alloc(0);
          for (const [from, length] of [...sends, [0, whole.byteLength] as const]) {
            const start = whole.byteLength === 0 ? 0 : from % (whole.byteLength + 1);
            const piece = whole.subarray(start, start + (length % (whole.byteLength + 1)) + 1);
            const placed = placeChunk(log.byteLength, start, piece);
            expect(placed.kind === "gap").toBe(start > log.byteLength);
            if (placed.kind === "new") log = Buffer.concat([log, placed.bytes]);
          }
          const rest = placeChunk(log.byteLength, 0, whole);
          if (rest.kind === "new") log = Buffer.concat([log, rest.bytes]);
          expect(log.equals(whole)).toBe(true);
        },
      ),
    );
  });

  it("truncates at the maximum length, and reports it", () => {
    const placed = placeChunk(MAX_LOG_BYTES - 2, MAX_LOG_BYTES - 2, Buffer.from("aé!"));
    expect(placed).toEqual({ kind: "new", bytes: Buffer.from("a"), isTruncated: true });
    expect(placeChunk(MAX_LOG_BYTES, MAX_LOG_BYTES, Buffer.from("x"))).toMatchObject({
      isTruncated: true,
      bytes: Buffer.alloc(0),
    });
  });
});

describe("cutAtCharacter", () => {
  it("never splits a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(100), (text, limit) => {
        const cut = cutAtCharacter(Buffer.from(text), limit);
        expect(cut.byteLength).toBeLessThanOrEqual(Math.max(limit, 0) || 0);
        expect(Buffer.from(text).toString()).toContain(Buffer.from(cut).toString());
        expect(Buffer.from(cut).toString()).not.toContain("\uFFFD");
      }),
    );
  });
});

describe("placeArrivals", () => {
  it("counts positions in UTF-16 units, from a character boundary on", () => {
    const bytes = Buffer.from("é🚢\nabc");
    expect(
      placeArrivals(
        [
          [90, 7],
          [100, 8],
          [106, 9],
          [107, 9],
          [108, 11],
          [110, 12],
        ],
        100,
        bytes,
      ),
    ).toEqual([
      [0, 8],
      [3, 9],
      [5, 11],
    ]);
    expect(placeArrivals([], 0, bytes)).toEqual([]);
  });
});

describe("limitArrivals", () => {
  it("thins what is too much, in order", () => {
    const many = Array.from({ length: 100_000 }, (_, index): [number, number] => [index, index]);
    const kept = limitArrivals(many);
    expect(kept).toHaveLength(25_000);
    expect(kept.slice(0, 2)).toEqual([
      [0, 0],
      [4, 4],
    ]);
    expect(limitArrivals(kept)).toBe(kept);
  });
});
