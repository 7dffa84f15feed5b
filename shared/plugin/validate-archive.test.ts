import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, gzipSync } from "node:zlib";
import { create } from "tar";
import { describe, expect, it } from "vitest";
import {
  buildTar,
  gzipMember,
  MANIFEST,
  paxEntry,
  pluginEntries,
  rewriteChecksums,
  sha256Of,
} from "@/e2e/support/archives.ts";
import { file, findingsOf, inChunks, pluginWithEntries, VALID_TAR } from "@/e2e/support/validate-archive.ts";
import { validateArchive } from "./validate-archive.ts";

const MEBIBYTE = 1_048_576;
/** Records of bsdtar, whose values are any bytes: line feeds, equals signs, no UTF-8. */
const MAC_ATTRIBUTES = Buffer.from(
  [
    "LIBARCHIVE.xattr.com.apple.provenance=AQIA",
    "SCHILY.xattr.com.apple.quarantine=\xff\xfe\n=\0",
    "mtime=1.5",
  ]
    .map((record) => {
      const length = record.length + 2;
      const digits = String(length + String(length).length).length;
      return `${length + digits} ${record}\n`;
    })
    .join(""),
  "latin1",
);

const octal = (sum: number, digits: number) => sum.toString(8).padStart(digits, "0");

describe("an archive", () => {
  it.each([64, 1_000, 1_000_000])("is validated as a stream, %i bytes at a time", async (size) => {
    const packed = gzipSync(VALID_TAR);
    const judgement = validateArchive(inChunks(packed, size), sha256Of(packed));
    expect(Buffer.concat(await collect(judgement.bytes))).toEqual(packed);
    expect(judgement.metadata()).toEqual({
      sizeBytes: packed.byteLength,
      unpackedBytes: JSON.stringify(MANIFEST).length + "export default {};\n".length,
      fileCount: 2,
      manifest: MANIFEST,
      media: { readme: null, pictures: [] },
    });
  });

  it.each<[string, Buffer]>([
    ...["0", "\0"].map((type): [string, Buffer] => [
      `with a name that is cut behind a slash, as a file of type ${JSON.stringify(type)}`,
      buildTar([
        ...pluginEntries(),
        paxEntry({ path: `${"n".repeat(99)}/rest.js` }),
        { path: `${"n".repeat(99)}/`, type, content: "x" },
      ]),
    ]),
    [
      "with a long name of GNU tar that is cut behind a slash",
      buildTar([
        ...pluginEntries(),
        { path: "././@LongLink", type: "L", content: `${"n".repeat(99)}/rest.js\0` },
        { path: `${"n".repeat(99)}/`, type: "0", content: "x" },
      ]),
    ],
    [
      "with directories and a leading ./",
      buildTar([
        { path: "./" },
        { path: "./src/" },
        file("./src/index.js"),
        { path: "./plugin.json", content: JSON.stringify({ ...MANIFEST, entry: "./src/index.js" }) },
      ]),
    ],
    [
      "of the first tar format",
      buildTar(pluginEntries().map((entry) => ({ ...entry, type: "\0", magic: "\0" }))),
    ],
    [
      "of the first tar format with directories",
      buildTar([{ path: "src/", type: "\0", magic: "\0" }, { path: "docs/", type: "0" }, ...pluginEntries()]),
    ],
    ["with checksums of seven digits", rewriteChecksums(VALID_TAR, (sum) => `${octal(sum, 7)}\0`)],
    ["with checksums before a space and a zero", rewriteChecksums(VALID_TAR, (sum) => `${octal(sum, 6)} \0`)],
    ["with checksums behind spaces", rewriteChecksums(VALID_TAR, (sum) => `  ${sum.toString(8)}\0 `)],
    [
      "with checksums of signed bytes",
      rewriteChecksums(
        buildTar([...pluginEntries(), file("größe.md")]),
        (sum) => `${octal(sum, 6)}\0 `,
        true,
      ),
    ],
    [
      "of GNU's format with a long name",
      buildTar([
        ...pluginEntries(),
        { path: "././@LongLink", type: "L", content: `${"long/".repeat(24)}name\0` },
        { ...file("truncated"), magic: "ustar  \0" },
      ]),
    ],
    [
      "with extended headers",
      buildTar([
        paxEntry({ comment: "a commit" }, "g"),
        ...pluginEntries(),
        paxEntry({ path: `src/${"n".repeat(200)}.js`, mtime: "1.5", "SCHILY.dev": "1" }),
        file("truncated"),
      ]),
    ],
    [
      "of libarchive in the C locale",
      buildTar([
        ...pluginEntries(),
        paxEntry({ hdrcharset: "BINARY", path: "src/größe.js" }),
        file("truncated"),
        { path: "note.txt", statedSize: "          0 ", magic: "ustar  \0" },
      ]),
    ],
    [
      "with extended attributes of macOS",
      buildTar([
        { path: "PaxHeader/plugin.json", type: "x", content: MAC_ATTRIBUTES },
        ...pluginEntries(),
        { path: "._index.js", content: "\u0000\u0005\u0016\u0007" },
      ]),
    ],
    [
      "whose entry is the same name in another Unicode form",
      buildTar([
        { path: "plugin.json", content: JSON.stringify({ ...MANIFEST, entry: "\u00fcber.js" }) },
        file("u\u0308ber.js"),
      ]),
    ],
    [
      "with names of other scripts",
      buildTar([...pluginEntries(), file("docs/日本語/ü.md"), file("docs/🚢.md")]),
    ],
    ["with zeros behind its end", Buffer.concat([VALID_TAR, Buffer.alloc(100_000)])],
    ["that is as deep as can be", buildTar([...pluginEntries(), file(`${"d/".repeat(31)}f`)])],
  ])("is accepted %s", async (_, tar) => {
    expect(await findingsOf(gzipSync(tar))).toEqual([]);
  });

  it("is accepted with every header field that gzip has, and zeros behind it", async () => {
    const fields = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0]),
      Buffer.from("abcplugin.tar\0a comment\0"),
    ]);
    const checksum = Buffer.alloc(2);
    checksum.writeUInt16LE(crc32(fields) & 0xffff);
    const named = Buffer.concat([fields, checksum]);
    const packed = Buffer.concat([gzipMember(VALID_TAR, { header: named }), Buffer.alloc(600)]);
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

describe("a refused archive", () => {
  it("that does not match its digest is refused", async () => {
    const packed = gzipSync(VALID_TAR);
    const { bytes } = validateArchive(inChunks(packed, 1_000), "0".repeat(64));
    await expect(collect(bytes)).rejects.toMatchObject({
      code: "ARCHIVE_REJECTED",
      problems: [{ path: "sha256", message: expect.stringContaining(sha256Of(packed)) }],
    });
  });

  it("lists every finding, up to a hundred", async () => {
    const some = pluginWithEntries(file("../a"), { path: "b", type: "2" }, file("/c"), file("d"), file("D"));
    expect((await findingsOf(some)).map(({ path }) => path)).toEqual(["../a", "b", "/c", "D"]);
    const many = await findingsOf(pluginWithEntries(...Array.from({ length: 150 }, (_, n) => file(`/${n}`))));
    expect(many).toHaveLength(101);
    expect(many.at(-1)).toEqual({ path: "archive", message: "has 50 more findings" });
  });

  it("is read to its end after an early refusal, so that the client gets the response", async () => {
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
    await expect(collect(validateArchive(counted(), "").bytes)).rejects.toThrow("zip");
    expect(taken).toBe(5 * MEBIBYTE + 2);
  });
});

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return chunks;
}
