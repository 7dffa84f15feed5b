import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { constants, createGzip, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { blocksOf, type HandmadeEntry, paxOf, pluginEntries, tarOf } from "@/e2e/test-archives.ts";
import { file, findingsOf, judge } from "@/e2e/test-judge.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";

const MEBIBYTE = 1_048_576;
/** What is given at once, and so may be unpacked although it is given up. */
const CHUNK = 4_096;
/** What may be in an archive, what tar takes beside it, and what one chunk unpacks to at the most. */
const MOST_UNPACKED = ARCHIVE_LIMITS.unpackedBytes + 32 * MEBIBYTE + 1_032 * CHUNK;

describe("a bomb", () => {
  it.each<[string, () => Promise<Buffer>, string]>([
    ["a GiB of zeros", () => packZeros([], 1_024), "unpacks to more than"],
    [
      "a GiB of zeros in a file",
      () => packZeros([{ path: "zeros", statedSize: 1_024 * MEBIBYTE }], 1_024),
      "unpacks to more than",
    ],
    ["files that are too large together", () => packZeros(halves(101), 0), "unpacks to more than"],
    ["a ratio below a thousand", () => packNoise(300), "unpacks to more than"],
    ["200,000 entries", async () => gzipSync(manyEntries(200_000), { level: 1 }), "more than 10000 entries"],
    [
      "200,000 extended headers",
      async () => gzipSync(repeated(blocksOf(paxOf({ comment: "x" })), 200_000), { level: 1 }),
      "too many extended headers",
    ],
    [
      "an extended header without an end",
      async () => gzipSync(blocksOf({ path: "x", type: "x", statedSize: 2 ** 30 })),
      "too large",
    ],
  ])(
    "of %s is refused after little work and in little memory",
    { timeout: 60_000 },
    async (_, make, message) => {
      const packed = await make();
      expect(packed.byteLength).toBeLessThanOrEqual(ARCHIVE_LIMITS.packedBytes);
      const before = memory();
      let highest = before;
      const watch = setInterval(() => {
        highest = Math.max(highest, memory());
      }, 5);
      const { findings, passedBytes } = await judge(packed, { chunk: CHUNK });
      clearInterval(watch);
      expect(unpackedLength(packed.subarray(0, passedBytes + CHUNK))).toBeLessThan(MOST_UNPACKED);
      expect(highest - before).toBeLessThan(100 * MEBIBYTE);
      expect(findings.map((finding) => finding.message)).toContainEqual(expect.stringContaining(message));
    },
  );

  it("is what goes beyond a limit, not what just keeps it", { timeout: 60_000 }, async () => {
    const entries = Array.from({ length: ARCHIVE_LIMITS.entries - 2 }, (_, n) => file(`f/${n}`, ""));
    expect(await findingsOf(gzipSync(tarOf([...pluginEntries(), ...entries])))).toEqual([]);
    expect(await findingsOf(gzipSync(tarOf([...pluginEntries(), ...entries, file("f/x")])))).toHaveLength(1);
    const used = pluginEntries().reduce((sum, { content = "" }) => sum + content.length, 0);
    const rest = { path: "rest", statedSize: ARCHIVE_LIMITS.unpackedBytes - used };
    const padding = Buffer.alloc(((512 - (rest.statedSize % 512)) % 512) + 1_024);
    const full = (statedSize: number) =>
      gzipSync(
        Buffer.concat([
          ...pluginEntries().map(blocksOf),
          blocksOf({ ...rest, statedSize }),
          Buffer.alloc(rest.statedSize),
          padding,
        ]),
        { level: 1 },
      );
    expect(await findingsOf(full(rest.statedSize))).toEqual([]);
    expect(await findingsOf(full(rest.statedSize + 1))).not.toEqual([]);
  });
});

/** How much the judge unpacked until it gave up: the measure of its work, on any machine. */
const unpackedLength = (packed: Buffer): number =>
  gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).byteLength;

const memory = () => process.memoryUsage().rss;

const halves = (mebibytes: number): HandmadeEntry[] =>
  ["a", "b"].map((path) => ({ path, content: Buffer.alloc(mebibytes * MEBIBYTE) }));

/** The entries, and zeros behind them. */
const packZeros = (entries: HandmadeEntry[], mebibytes: number) =>
  pack(function* () {
    yield Buffer.concat(entries.map(blocksOf));
    for (let at = 0; at < mebibytes; at += 1) yield Buffer.alloc(MEBIBYTE);
  });

/** Files of a MiB with so much noise in them that packing gains a few hundred times. */
const packNoise = (files: number) =>
  pack(function* () {
    for (let n = 0; n < files; n += 1) {
      const content = Buffer.concat([Buffer.alloc(MEBIBYTE - 2_000), randomBytes(2_000)]);
      yield blocksOf({ path: `noise-${n}`, content });
    }
  });

async function pack(pieces: () => Iterable<Buffer>): Promise<Buffer> {
  const gzip = createGzip({ level: 1 });
  const packed: Buffer[] = [];
  gzip.on("data", (chunk: Buffer) => packed.push(chunk));
  for (const piece of pieces()) if (!gzip.write(piece)) await once(gzip, "drain");
  gzip.end();
  await once(gzip, "end");
  return Buffer.concat(packed);
}

function repeated(blocks: Buffer, times: number): Buffer {
  return Buffer.alloc(blocks.byteLength * times, blocks);
}

function manyEntries(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, n) => blocksOf(file(`f${n}`, ""))));
}
