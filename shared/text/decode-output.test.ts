import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createOutputDecoder,
  decodeText,
  decodeTextChunk,
  decodeTextEnd,
  NOTHING_DECODED,
} from "./decode-output.ts";

const little = (text: string) => Buffer.from(text, "utf16le");
const big = (text: string) => little(text).swap16();

function decodeBytes(chunks: readonly Uint8Array[]): string {
  const decoder = createOutputDecoder();
  return chunks.map(decoder.write).join("") + decoder.end();
}

function decodeTexts(chunks: readonly string[]): string {
  let state = NOTHING_DECODED;
  const texts = chunks.map((chunk) => {
    const { text, after } = decodeTextChunk(chunk, state);
    state = after;
    return text;
  });
  return texts.join("") + decodeTextEnd(state);
}

/** The parts of a buffer between positions. */
function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const positions = [0, ...at.map((position) => position % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  );
  return positions.slice(1).map((position, index) => bytes.subarray(positions[index], position));
}

const LINE = "error: naïve upload of 構造 to host was refused\r\n";

describe("output in UTF-16 is decoded", () => {
  it.each([
    ["little endian", little(LINE)],
    ["big endian", big(LINE)],
    ["little endian with a mark", Buffer.concat([Buffer.from([0xff, 0xfe]), little(LINE)])],
    ["big endian with a mark", Buffer.concat([Buffer.from([0xfe, 0xff]), big(LINE)])],
  ])("%s, wherever it is split", (_, bytes) => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (at) => {
        expect(decodeBytes(cut(bytes, at))).toBe(LINE);
      }),
    );
  });

  it("between lines in UTF-8", () => {
    const bytes = Buffer.concat([
      Buffer.from("first é\n"),
      little(LINE),
      Buffer.from("then a line of UTF-8: é\n"),
    ]);
    expect(decodeBytes([bytes])).toBe(`first é\n${LINE}then a line of UTF-8: é\n`);
  });

  it("when a worker read it as UTF-8, also from the middle of it", () => {
    const text = "error: upload was refused\r\n";
    const read = little(text).toString();
    expect(decodeText(read)).toBe(text);
    expect(decodeText(read.slice(1))).toBe(text.slice(1));
    expect(decodeText(`\ufffd\ufffd${read}done: everything\n`)).toBe(`${text}done: everything\n`);
    expect(decodeTexts([...read].map((unit) => unit))).toBe(text);
  });
});

it("leaves all other output as it is, wherever it is split", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.array(fc.nat()), (given, at) => {
      const text = given.toWellFormed().replaceAll("\0", "");
      expect(decodeBytes(cut(Buffer.from(text), at))).toBe(text);
      expect(decodeText(text)).toBe(text);
    }),
  );
  expect(decodeText("a\0b")).toBe("a\0b");
  expect(decodeText("none\0\0\0\0\0\0\0\0none")).toBe("none\0\0\0\0\0\0\0\0none");
});
