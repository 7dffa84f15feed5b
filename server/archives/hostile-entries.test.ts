import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { blocksOf, paxOf, pluginEntries, tarOf } from "@/e2e/support/archives.ts";
import { file, findingsOf, GOOD, withEntries } from "@/e2e/support/judge-archive.ts";

describe("an archive", () => {
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
  ])("with %s is refused for that", async (_, packed, path, message) => {
    const findings = await findingsOf(packed);
    expect(findings).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(await findingsOf(packed, { chunk: 7 })).toEqual(findings);
  });
});

describe("tar data", () => {
  it.each<[string, Buffer, string, string]>([
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
  ])("with %s is refused for that", async (_, packed, path, message) => {
    const findings = await findingsOf(packed);
    expect(findings).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(await findingsOf(packed, { chunk: 7 })).toEqual(findings);
  });
});
