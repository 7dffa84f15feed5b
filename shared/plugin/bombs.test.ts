import { randomBytes } from "node:crypto";
import { constants, crc32, deflateRawSync, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildTar, paxEntry, pluginEntries, tarBlocks } from "@/e2e/support/archives.ts";
import { file, findingsOf, validate } from "@/e2e/support/validate-archive.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";

const MEBIBYTE = 1_048_576;
/** What is given at once, and so may be unpacked although it is given up. */
const CHUNK = 4_096;
/** What may be in an archive, what tar takes beside it, and what one chunk unpacks to at the most. */
const MAX_UNPACKED_BYTES = ARCHIVE_LIMITS.unpackedBytes + 32 * MEBIBYTE + 1_032 * CHUNK;

describe("a bomb", () => {
  it.each<[string, () => Buffer, string]>([
    ["a GiB of zeros", () => pack([[ZEROS, 1_024]]), "unpacks to more than"],
    ["a GiB of zeros in a file", () => pack(fileOfZeros("zeros", 1_024)), "unpacks to more than"],
    [
      "files that are too large together",
      () => pack([...fileOfZeros("a", 101), ...fileOfZeros("b", 101)]),
      "unpacks to more than",
    ],
    ["a ratio below a thousand", () => packNoise(300), "unpacks to more than"],
    ["20,000 entries", () => pack([[manyEntries(20_000), 1]]), "more than 10000 entries"],
    [
      "200,000 extended headers",
      () => pack([[repeated(tarBlocks(paxEntry({ comment: "x" })), 1_000), 200]]),
      "too many extended headers",
    ],
    [
      "an extended header without an end",
      () => gzipSync(tarBlocks({ path: "x", type: "x", statedSize: 2 ** 30 })),
      "too large",
    ],
  ])(
    "of %s is refused after little work and in little memory",
    { timeout: 60_000 },
    async (_, make, message) => {
      const packed = make();
      expect(packed.byteLength).toBeLessThanOrEqual(ARCHIVE_LIMITS.packedBytes);
      const before = memory();
      let highest = before;
      const watch = setInterval(() => {
        highest = Math.max(highest, memory());
      }, 5);
      const { findings, acceptedBytes } = await validate(packed, { chunk: CHUNK });
      clearInterval(watch);
      expect(unpackedLength(packed.subarray(0, acceptedBytes + CHUNK))).toBeLessThan(MAX_UNPACKED_BYTES);
      expect(highest - before).toBeLessThan(100 * MEBIBYTE);
      expect(findings.map((finding) => finding.message)).toContainEqual(expect.stringContaining(message));
    },
  );

  it("is refused above a limit, not at it", { timeout: 60_000 }, async () => {
    const entries = Array.from({ length: ARCHIVE_LIMITS.entries - 2 }, (_, n) => file(`f/${n}`, ""));
    expect(await findingsOf(gzipSync(buildTar([...pluginEntries(), ...entries])))).toEqual([]);
    expect(await findingsOf(gzipSync(buildTar([...pluginEntries(), ...entries, file("f/x")])))).toHaveLength(
      1,
    );
    const used = pluginEntries().reduce((sum, { content = "" }) => sum + content.length, 0);
    const rest = { path: "rest", statedSize: ARCHIVE_LIMITS.unpackedBytes - used };
    const padding = Buffer.alloc(((512 - (rest.statedSize % 512)) % 512) + 1_024);
    const full = (statedSize: number) =>
      pack([
        [Buffer.concat([...pluginEntries().map(tarBlocks), tarBlocks({ ...rest, statedSize })]), 1],
        [ZEROS, Math.floor(rest.statedSize / MEBIBYTE)],
        [Buffer.concat([Buffer.alloc(rest.statedSize % MEBIBYTE), padding]), 1],
      ]);
    expect(await findingsOf(full(rest.statedSize))).toEqual([]);
    expect(await findingsOf(full(rest.statedSize + 1))).not.toEqual([]);
  });
});

/** How much the judge unpacked until it gave up: the measure of its work, on any machine. */
const unpackedLength = (packed: Buffer): number =>
  gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).byteLength;

const memory = () => process.memoryUsage().rss;

const ZEROS = Buffer.alloc(MEBIBYTE);

type Piece = [bytes: Buffer, times: number];

const fileOfZeros = (path: string, mebibytes: number): Piece[] => [
  [tarBlocks({ path, statedSize: mebibytes * MEBIBYTE }), 1],
  [ZEROS, mebibytes],
];

/** Files of a MiB with so much noise in them that packing gains a few hundred times. */
function packNoise(files: number): Buffer {
  const content = Buffer.concat([Buffer.alloc(MEBIBYTE - 2_000), randomBytes(2_000)]);
  const headers = Array.from({ length: files }, (_, n) =>
    tarBlocks({ path: `noise-${n}`, statedSize: content.byteLength }),
  );
  return pack(
    headers.flatMap((header): Piece[] => [
      [header, 1],
      [content, 1],
    ]),
  );
}

/** Gzip member that repeats each piece as often as requested; each piece is compressed once, separately. */
function pack(pieces: readonly Piece[]): Buffer {
  const packedOf = new Map<Buffer, Buffer>();
  const parts: Buffer[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])];
  let crc = 0;
  let length = 0;
  for (const [bytes, times] of pieces) {
    const packed =
      packedOf.get(bytes) ?? deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
    packedOf.set(bytes, packed);
    for (let n = 0; n < times; n += 1) {
      parts.push(packed);
      crc = crc32(bytes, crc);
      length += bytes.byteLength;
    }
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(length, 4);
  return Buffer.concat([...parts, deflateRawSync(Buffer.alloc(0)), trailer]);
}

function repeated(blocks: Buffer, times: number): Buffer {
  return Buffer.alloc(blocks.byteLength * times, blocks);
}

function manyEntries(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, n) => tarBlocks(file(`f${n}`, ""))));
}
