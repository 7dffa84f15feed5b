import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildTar, paxEntry, pluginEntries, tarBlocks } from "@/e2e/support/archives.ts";
import { file, findingsOf, pluginWithEntries, VALID_TAR } from "@/e2e/support/validate-archive.ts";

describe("an archive", () => {
  it.each<[string, Buffer, string, string]>([
    ["a path upwards", pluginWithEntries(file("../evil.js")), "../evil.js", 'must not contain ".."'],
    ["a path upwards further in", pluginWithEntries(file("a/../../b")), "a/../../b", 'must not contain ".."'],
    ["an absolute path", pluginWithEntries(file("/etc/passwd")), "/etc/passwd", "must not be absolute"],
    ["a path of Windows", pluginWithEntries(file("a\\b")), "a\\b", "must not contain a backslash"],
    ["a drive", pluginWithEntries(file("C:evil")), "C:evil", "must not contain a colon"],
    [
      "a control character",
      pluginWithEntries(file("a\u001bb")),
      "a\ufffdb",
      "must not contain control characters",
    ],
    ["a path that is not UTF-8", pluginWithEntries(file(Buffer.from([0xff, 0xfe]))), "entry 3", "not UTF-8"],
    ["a path without a name", pluginWithEntries(file("")), "entry 3", "must not be empty"],
    ["an empty segment", pluginWithEntries(file("a//b")), "a//b", 'must not contain empty or "." segments'],
    [
      "a path that is too long",
      pluginWithEntries(paxEntry({ path: "p".repeat(256) }), file("p")),
      "p".repeat(256),
      "255 bytes",
    ],
    [
      "a path that is too deep",
      pluginWithEntries(file(`${"d/".repeat(32)}f`)),
      `${"d/".repeat(32)}f`,
      "32 segments",
    ],
    [
      "a path hidden in an extended header",
      pluginWithEntries(paxEntry({ path: "../x" }), file("x")),
      "../x",
      '".."',
    ],
    [
      "a path hidden behind a long name",
      pluginWithEntries({ path: "L", type: "L", content: "/abs\0" }, file("x")),
      "/abs",
      "must not be absolute",
    ],
    [
      "a long name behind a path in an extended header",
      pluginWithEntries(
        paxEntry({ path: "evil.js" }),
        { path: "L", type: "L", content: "ok.js\0" },
        file("x"),
      ),
      "entry 4",
      "more than one path",
    ],
    [
      "a path in an extended header behind a long name",
      pluginWithEntries(
        { path: "L", type: "L", content: "ok.js\0" },
        paxEntry({ path: "evil.js" }),
        file("x"),
      ),
      "entry 4",
      "more than one path",
    ],
    [
      "paths in two extended headers",
      pluginWithEntries(paxEntry({ path: "a.js" }), paxEntry({ path: "b.js" }), file("x")),
      "entry 4",
      "more than one path",
    ],
    [
      "two sizes in extended headers",
      pluginWithEntries(paxEntry({ size: "1" }), paxEntry({ size: "1" }), file("x")),
      "entry 4",
      "more than one size",
    ],
    [
      "a symbolic link",
      pluginWithEntries({ path: "link", type: "2", linkName: "/etc/passwd" }),
      "link",
      "symbolic link",
    ],
    [
      "a hard link",
      pluginWithEntries({ path: "link", type: "1", linkName: "index.js" }),
      "link",
      "hard link",
    ],
    [
      "a link with a long target",
      pluginWithEntries({ path: "@LongLink", type: "K", content: "/etc\0" }),
      "@LongLink",
      "link",
    ],
    [
      "a link target in an extended header",
      pluginWithEntries(paxEntry({ linkpath: "/etc" }), file("x")),
      "entry 3",
      "linkpath",
    ],
    ["a character device", pluginWithEntries({ path: "null", type: "3" }), "null", "character device"],
    ["a block device", pluginWithEntries({ path: "sda", type: "4" }), "sda", "block device"],
    ["a named pipe", pluginWithEntries({ path: "pipe", type: "6" }), "pipe", "named pipe"],
    ["a sparse file", pluginWithEntries({ path: "sparse", type: "S" }), "sparse", "sparse"],
    [
      "a file that is sparse by extended header",
      pluginWithEntries(paxEntry({ "GNU.sparse.major": "1" }), file("x")),
      "entry 3",
      "GNU.sparse",
    ],
    ["an unknown type", pluginWithEntries({ path: "odd", type: "Z" }), "odd", "unknown type"],
    ["a directory with content", pluginWithEntries({ path: "d/", content: "x" }), "d/", "has content"],
    ["the same path twice", pluginWithEntries(file("a"), file("a")), "a", "appears twice"],
    ["the same path with ./", pluginWithEntries(file("a"), file("./a")), "a", "appears twice"],
    [
      "paths that differ in case",
      pluginWithEntries(file("Read.me"), file("README.ME".replace("ADME", "ad"))),
      "REad.ME",
      "conflicts with",
    ],
    [
      "paths that differ by full case folding",
      pluginWithEntries(file("straße"), file("STRASSE")),
      "STRASSE",
      "conflicts with",
    ],
    [
      "paths that differ in Unicode form",
      pluginWithEntries(file("caf\u00e9"), file("cafe\u0301")),
      "cafe\u0301",
      "conflicts with",
    ],
    ["a file that is a directory too", pluginWithEntries(file("a"), file("a/b")), "a/b", "which is a file"],
    [
      "a path for all the entries",
      gzipSync(buildTar([paxEntry({ path: "x" }, "g"), ...pluginEntries()])),
      "entry 1",
      "path",
    ],
  ])("with %s is refused for that", async (_, packed, path, message) => {
    const findings = await findingsOf(packed);
    expect(findings).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(await findingsOf(packed, { chunk: 7 })).toEqual(findings);
  });
});

describe("tar data", () => {
  it.each<[string, Buffer, string, string]>([
    ["two sizes", pluginWithEntries(paxEntry({ size: "5" }), file("x")), "x", "two different sizes"],
    [
      "a size that is no number",
      pluginWithEntries({ path: "x", statedSize: "-0000000001\0" }),
      "entry 3",
      "not an octal number",
    ],
    [
      "a size in another base",
      pluginWithEntries({ path: "x", statedSize: "\x80\0\0\0\0\0\0\0\0\0\0\x01" }),
      "entry 3",
      "not an octal number",
    ],
    [
      "a size beyond its end",
      gzipSync(Buffer.concat([tarBlocks({ ...file("a"), statedSize: 9_999 }), Buffer.alloc(1_024)])),
      "entry 1",
      "shorter than its header",
    ],
    [
      "a size that hides what follows",
      gzipSync(
        Buffer.concat([
          ...pluginEntries().map(tarBlocks),
          tarBlocks({ ...file("x", "y".repeat(600)), statedSize: 10 }),
          Buffer.alloc(1_024),
        ]),
      ),
      "entry 4",
      "checksum",
    ],
    [
      "truncated tar data",
      gzipSync(VALID_TAR.subarray(0, VALID_TAR.byteLength - 1_024)),
      "archive",
      "is truncated",
    ],
    [
      "data behind its last entry",
      gzipSync(Buffer.concat([VALID_TAR, Buffer.from("more")])),
      "archive",
      "data after its last entry",
    ],
    [
      "a second archive behind it",
      gzipSync(Buffer.concat([VALID_TAR, VALID_TAR])),
      "archive",
      "data after its last entry",
    ],
    ["text instead of tar", gzipSync(Buffer.from("hello ".repeat(200))), "entry 1", "checksum"],
  ])("with %s is refused for that", async (_, packed, path, message) => {
    const findings = await findingsOf(packed);
    expect(findings).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(await findingsOf(packed, { chunk: 7 })).toEqual(findings);
  });
});
