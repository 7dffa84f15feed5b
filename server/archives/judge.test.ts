import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGzip, gzipSync } from "node:zlib";
import { create } from "tar";
import { describe, expect, it } from "vitest";
import {
  blocksOf,
  gzipMember,
  type HandmadeEntry,
  MANIFEST,
  paxOf,
  pluginEntries,
  sha256Of,
  tarOf,
} from "@/e2e/test-archives.ts";
import type { AppError } from "../errors.ts";
import { judgeArchive } from "./judge.ts";
import { ARCHIVE_LIMITS } from "./limits.ts";

const MEBIBYTE = 1_048_576;
const GOOD = tarOf(pluginEntries());
const file = (path: string | Buffer, content = "x"): HandmadeEntry => ({ path, content });

describe("an archive", () => {
  it.each([64, 1_000, 1_000_000])("is judged while it passes, %i bytes at a time", async (size) => {
    const packed = gzipSync(GOOD);
    const judgement = judgeArchive(inChunks(packed, size), sha256Of(packed));
    expect(Buffer.concat(await collect(judgement.bytes))).toEqual(packed);
    expect(judgement.facts()).toEqual({
      sizeBytes: packed.byteLength,
      unpackedBytes: JSON.stringify(MANIFEST).length + "export default {};\n".length,
      fileCount: 2,
      manifest: MANIFEST,
    });
  });

  it.each<[string, Buffer]>([
    [
      "with directories and a leading ./",
      tarOf([
        { path: "./" },
        { path: "./src/" },
        file("./src/index.js"),
        { path: "./plugin.json", content: JSON.stringify({ ...MANIFEST, entry: "./src/index.js" }) },
      ]),
    ],
    [
      "of the first tar format",
      tarOf(pluginEntries().map((entry) => ({ ...entry, type: "\0", magic: "\0" }))),
    ],
    [
      "of GNU's format with a long name",
      tarOf([
        ...pluginEntries(),
        { path: "././@LongLink", type: "L", content: `${"long/".repeat(24)}name\0` },
        { ...file("truncated"), magic: "ustar  \0" },
      ]),
    ],
    [
      "with extended headers",
      tarOf([
        paxOf({ comment: "a commit" }, "g"),
        ...pluginEntries(),
        paxOf({ path: `src/${"n".repeat(200)}.js`, mtime: "1.5", "SCHILY.dev": "1" }),
        file("truncated"),
      ]),
    ],
    [
      "with names of other scripts",
      tarOf([...pluginEntries(), file("docs/日本語/ü.md"), file("docs/🚢.md")]),
    ],
    ["with zeros behind its end", Buffer.concat([GOOD, Buffer.alloc(100_000)])],
    ["that is as deep as can be", tarOf([...pluginEntries(), file(`${"d/".repeat(31)}f`)])],
  ])("is accepted %s", async (_, tar) => {
    expect(await findingsOf(gzipSync(tar))).toEqual([]);
  });

  it("is accepted with every header field that gzip has, and zeros behind it", async () => {
    const named = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0]),
      Buffer.from("abcplugin.tar\0a comment\0"),
      Buffer.from([1, 2]),
    ]);
    const packed = Buffer.concat([gzipMember(GOOD, { header: named }), Buffer.alloc(600)]);
    expect(await findingsOf(packed)).toEqual([]);
    expect(await findingsOf(packed, { chunk: 1 })).toEqual([]);
  });

  it.each([{ portable: true }, { portable: false }])(
    "as npm packs it (%o) is accepted once it has a manifest",
    async (options) => {
      const directory = await mkdtemp(join(tmpdir(), "drydock-pack-"));
      try {
        const long = `${"a-rather-long-name-of-a-folder-".repeat(3)}index.js`;
        await writeFile(join(directory, long), "module.exports = 1;\n");
        await writeFile(
          join(directory, "plugin.json"),
          JSON.stringify({ ...MANIFEST, entry: `package/${long}` }),
        );
        const prefixed = create({ cwd: directory, ...options, prefix: "package" }, [long]).concat();
        const manifest = create({ cwd: directory, ...options }, ["plugin.json"]).concat();
        const [packed, root] = await Promise.all([prefixed, manifest]);
        const joined = Buffer.concat([packed.subarray(0, packed.byteLength - 1_024), root]);
        expect(await findingsOf(gzipSync(joined))).toEqual([]);
      } finally {
        await rm(directory, { recursive: true });
      }
    },
  );
});

describe("a hostile archive", () => {
  const withEntries = (...entries: HandmadeEntry[]) => gzipSync(tarOf([...pluginEntries(), ...entries]));

  it.each<[string, Buffer, string, string]>([
    ["a path upwards", withEntries(file("../evil.js")), "../evil.js", 'must not contain ".."'],
    ["a path upwards further in", withEntries(file("a/../../b")), "a/../../b", 'must not contain ".."'],
    ["an absolute path", withEntries(file("/etc/passwd")), "/etc/passwd", "must not be absolute"],
    ["a path of Windows", withEntries(file("a\\b")), "a\\b", "must not contain a backslash"],
    ["a drive", withEntries(file("C:evil")), "C:evil", "must not contain a colon"],
    ["a control character", withEntries(file("a\u001bb")), "a\ufffdb", "must not contain control characters"],
    ["a path that is no UTF-8", withEntries(file(Buffer.from([0xff, 0xfe]))), "entry 3", "no UTF-8"],
    ["a path without a name", withEntries(file("")), "entry 3", "must not be empty"],
    ["an empty segment", withEntries(file("a//b")), "a//b", "must not contain empty segments or dots"],
    [
      "a path that is too long",
      withEntries(paxOf({ path: "p".repeat(256) }), file("p")),
      "p".repeat(256),
      "255 bytes",
    ],
    [
      "a path that is too deep",
      withEntries(file(`${"d/".repeat(32)}f`)),
      `${"d/".repeat(32)}f`,
      "32 segments",
    ],
    ["a path hidden in an extended header", withEntries(paxOf({ path: "../x" }), file("x")), "../x", '".."'],
    [
      "a path hidden behind a long name",
      withEntries({ path: "L", type: "L", content: "/abs\0" }, file("x")),
      "/abs",
      "must not be absolute",
    ],
    [
      "a symbolic link",
      withEntries({ path: "link", type: "2", linkName: "/etc/passwd" }),
      "link",
      "symbolic link",
    ],
    ["a hard link", withEntries({ path: "link", type: "1", linkName: "index.js" }), "link", "hard link"],
    [
      "a link with a long target",
      withEntries({ path: "@LongLink", type: "K", content: "/etc\0" }),
      "@LongLink",
      "link",
    ],
    [
      "a link target in an extended header",
      withEntries(paxOf({ linkpath: "/etc" }), file("x")),
      "entry 3",
      "linkpath",
    ],
    ["a character device", withEntries({ path: "null", type: "3" }), "null", "character device"],
    ["a block device", withEntries({ path: "sda", type: "4" }), "sda", "block device"],
    ["a named pipe", withEntries({ path: "pipe", type: "6" }), "pipe", "named pipe"],
    ["a sparse file", withEntries({ path: "sparse", type: "S" }), "sparse", "sparse"],
    [
      "a file that is sparse by extended header",
      withEntries(paxOf({ "GNU.sparse.major": "1" }), file("x")),
      "entry 3",
      "GNU.sparse",
    ],
    ["a kind nobody knows", withEntries({ path: "odd", type: "Z" }), "odd", "unknown kind"],
    ["a directory with content", withEntries({ path: "d/", content: "x" }), "d/", "has content"],
    ["the same path twice", withEntries(file("a"), file("a")), "a", "is there twice"],
    ["the same path with ./", withEntries(file("a"), file("./a")), "a", "is there twice"],
    [
      "paths that differ in case",
      withEntries(file("Read.me"), file("README.ME".replace("ADME", "ad"))),
      "REad.ME",
      "cannot be told from",
    ],
    [
      "paths that differ by full case folding",
      withEntries(file("straße"), file("STRASSE")),
      "STRASSE",
      "cannot be told from",
    ],
    [
      "paths that differ in Unicode form",
      withEntries(file("caf\u00e9"), file("cafe\u0301")),
      "cafe\u0301",
      "cannot be told from",
    ],
    ["a file that is a directory too", withEntries(file("a"), file("a/b")), "a/b", "which is a file"],
    [
      "a path for all the entries",
      gzipSync(tarOf([paxOf({ path: "x" }, "g"), ...pluginEntries()])),
      "entry 1",
      "path",
    ],
    ["no manifest", gzipSync(tarOf([file("index.js")])), "plugin.json", "is missing"],
    [
      "a manifest elsewhere",
      gzipSync(tarOf([file("package/plugin.json", "{}")])),
      "plugin.json",
      "is missing",
    ],
    ["several manifests", withEntries(file("plugin.json", "{}")), "plugin.json", "is there twice"],
    [
      "a manifest in capitals beside it",
      withEntries(file("PLUGIN.JSON", "{}")),
      "PLUGIN.JSON",
      "cannot be told from",
    ],
    [
      "a manifest that is a directory",
      gzipSync(tarOf([{ path: "plugin.json/" }])),
      "plugin.json",
      "is missing",
    ],
    [
      "a manifest that is a link",
      gzipSync(tarOf([{ path: "plugin.json", type: "2" }])),
      "plugin.json",
      "symbolic",
    ],
    ["a broken manifest", manifestOf('{"slug":'), "plugin.json", "is not valid JSON"],
    ["an empty manifest", manifestOf(""), "plugin.json", "is not valid JSON"],
    ["a manifest that is a list", manifestOf("[]"), "plugin.json", "expected object"],
    [
      "a manifest that is no UTF-8",
      manifestOf(Buffer.from([0x22, 0xff, 0x22])),
      "plugin.json",
      "is not UTF-8",
    ],
    [
      "a deep manifest",
      manifestOf(`{"a":${"[".repeat(100_000)}${"]".repeat(100_000)}}`),
      "plugin.json",
      "deeper than 32",
    ],
    ["a huge manifest", manifestOf(`"${" ".repeat(262_144)}"`), "plugin.json", "larger than 262144 bytes"],
    [
      "a manifest of one long text",
      manifestOf(`"${"\\".repeat(262_000)}`),
      "plugin.json",
      "is not valid JSON",
    ],
    [
      "a manifest with wrong fields",
      gzipSync(tarOf(pluginEntries({ slug: "A" }))),
      "plugin.json",
      "slug: must be",
    ],
    [
      "an entry that is not there",
      gzipSync(tarOf(pluginEntries({ entry: "no.js" }))),
      "plugin.json",
      'entry: "no.js"',
    ],
    [
      "an entry that is a directory",
      gzipSync(tarOf([...pluginEntries({ entry: "src" }), { path: "src/" }])),
      "plugin.json",
      'entry: "src"',
    ],
    ["two sizes", withEntries(paxOf({ size: "5" }), file("x")), "x", "two different sizes"],
    [
      "a size that is no number",
      withEntries({ path: "x", statedSize: "-0000000001\0" }),
      "entry 3",
      "no octal number",
    ],
    [
      "a size in another base",
      withEntries({ path: "x", statedSize: "\x80\0\0\0\0\0\0\0\0\0\0\x01" }),
      "entry 3",
      "no octal number",
    ],
    [
      "a size beyond its end",
      gzipSync(Buffer.concat([blocksOf({ ...file("a"), statedSize: 9_999 }), Buffer.alloc(1_024)])),
      "entry 1",
      "longer in its header",
    ],
    [
      "a size that hides what follows",
      gzipSync(
        Buffer.concat([
          ...pluginEntries().map(blocksOf),
          blocksOf({ ...file("x", "y".repeat(600)), statedSize: 10 }),
          Buffer.alloc(1_024),
        ]),
      ),
      "entry 4",
      "checksum",
    ],
    [
      "tar data that is cut off",
      gzipSync(GOOD.subarray(0, GOOD.byteLength - 1_024)),
      "archive",
      "is cut off",
    ],
    [
      "data behind its last entry",
      gzipSync(Buffer.concat([GOOD, Buffer.from("more")])),
      "archive",
      "data after its last entry",
    ],
    [
      "a second archive behind it",
      gzipSync(Buffer.concat([GOOD, GOOD])),
      "archive",
      "data after its last entry",
    ],
    ["text instead of tar", gzipSync(Buffer.from("hello ".repeat(200))), "entry 1", "checksum"],
    ["nothing", Buffer.alloc(0), "archive", "is empty"],
    ["nothing inside", gzipSync(""), "archive", "is cut off"],
    ["no gzip", GOOD, "archive", "is not compressed with gzip"],
    ["one byte", Buffer.from([0x1f]), "archive", "gzip"],
    [
      "zip instead of gzip",
      Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(500)]),
      "archive",
      "is a zip archive",
    ],
    ["gzip in gzip", gzipSync(gzipSync(GOOD)), "archive", "is compressed twice"],
    [
      "several gzip members",
      Buffer.concat([gzipSync(GOOD), gzipSync(GOOD)]),
      "archive",
      "several gzip members",
    ],
    [
      "data behind gzip",
      Buffer.concat([gzipSync(GOOD), Buffer.from("more")]),
      "archive",
      "data after its end",
    ],
    [
      "data behind zeros",
      Buffer.concat([gzipSync(GOOD), Buffer.alloc(9_000), Buffer.from("more")]),
      "archive",
      "data after its end",
    ],
    ["half of a file", gzipSync(GOOD).subarray(0, 200), "archive", "is cut off in the middle"],
    ["no trailer", gzipSync(GOOD).subarray(0, -8), "archive", "is cut off in the middle"],
    ["half a trailer", gzipSync(GOOD).subarray(0, -3), "archive", "is cut off in the middle"],
    ["a wrong checksum", gzipMember(GOOD, { crc: 1 }), "archive", "checksum does not fit"],
    ["a lie about its length", gzipMember(GOOD, { length: 1 }), "archive", "another length"],
    ["damaged data", damaged(gzipSync(GOOD)), "archive", "is damaged"],
    [
      "another compression",
      gzipMember(GOOD, { header: Buffer.from([0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 3]) }),
      "archive",
      "header that is not valid",
    ],
    [
      "a name without an end",
      Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(300_000, 65)]),
      "archive",
      "without an end",
    ],
  ])("with %s is refused for that", async (_, packed, path, message) => {
    const findings = await findingsOf(packed);
    expect(findings).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(await findingsOf(packed, { chunk: 7 })).toEqual(findings);
  });

  it("that is not what its name says is refused", async () => {
    const packed = gzipSync(GOOD);
    const { bytes } = judgeArchive(inChunks(packed, 1_000), "0".repeat(64));
    await expect(collect(bytes)).rejects.toMatchObject({
      code: "ARCHIVE_REJECTED",
      problems: [{ path: "sha256", message: expect.stringContaining(sha256Of(packed)) }],
    });
  });

  it("is told of every finding at once, up to a hundred", async () => {
    const some = withEntries(file("../a"), { path: "b", type: "2" }, file("/c"), file("d"), file("D"));
    expect((await findingsOf(some)).map(({ path }) => path)).toEqual(["../a", "b", "/c", "D"]);
    const many = await findingsOf(withEntries(...Array.from({ length: 150 }, (_, n) => file(`/${n}`))));
    expect(many).toHaveLength(101);
    expect(many.at(-1)).toEqual({ path: "archive", message: "has 50 more findings" });
  });

  it("is read to its end although it is refused at its start, so that its sender hears why", async () => {
    let taken = 0;
    const counted = async function* () {
      for await (const chunk of inChunks(
        Buffer.concat([Buffer.from("PK"), Buffer.alloc(5 * MEBIBYTE)]),
        65_536,
      )) {
        taken += chunk.byteLength;
        yield chunk;
      }
    };
    await expect(collect(judgeArchive(counted(), "").bytes)).rejects.toThrow("zip");
    expect(taken).toBe(5 * MEBIBYTE + 2);
  });
});

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
  ])("of %s is refused in time and in little memory", { timeout: 60_000 }, async (_, make, message) => {
    const packed = await make();
    expect(packed.byteLength).toBeLessThanOrEqual(ARCHIVE_LIMITS.packedBytes);
    const before = memory();
    const startedAt = performance.now();
    let highest = before;
    const watch = setInterval(() => {
      highest = Math.max(highest, memory());
    }, 5);
    const findings = await findingsOf(packed);
    clearInterval(watch);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect(highest - before).toBeLessThan(100 * MEBIBYTE);
    expect(findings.map((finding) => finding.message)).toContainEqual(expect.stringContaining(message));
  });

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

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return chunks;
}

async function findingsOf(packed: Buffer, { chunk = 65_536 } = {}) {
  const { bytes, facts } = judgeArchive(inChunks(packed, chunk), sha256Of(packed));
  try {
    for await (const _ of bytes);
    facts();
    return [];
  } catch (error) {
    expect(error).toMatchObject({ code: "ARCHIVE_REJECTED" });
    return (error as AppError).problems ?? [];
  }
}

function manifestOf(content: string | Buffer): Buffer {
  return gzipSync(tarOf([{ path: "plugin.json", content }, file("index.js")]));
}

function damaged(packed: Buffer): Buffer {
  const copy = Buffer.from(packed);
  copy.fill(0xff, 40, 60);
  return copy;
}

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
