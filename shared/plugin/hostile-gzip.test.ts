import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { gzipMember } from "@/e2e/support/archives.ts";
import { findingsOf, VALID_TAR } from "@/e2e/support/validate-archive.ts";

describe("an archive", () => {
  it.each<[string, Buffer, string, string]>([
    ["nothing", Buffer.alloc(0), "archive", "is empty"],
    ["nothing inside", gzipSync(""), "archive", "is truncated"],
    ["no gzip", VALID_TAR, "archive", "is not compressed with gzip"],
    ["one byte", Buffer.from([0x1f]), "archive", "gzip"],
    [
      "zip instead of gzip",
      Buffer.concat([Buffer.from("PK\x03\x04"), randomBytes(500)]),
      "archive",
      "is a zip archive",
    ],
    ["gzip in gzip", gzipSync(gzipSync(VALID_TAR)), "archive", "is compressed twice"],
    [
      "several gzip members",
      Buffer.concat([gzipSync(VALID_TAR), gzipSync(VALID_TAR)]),
      "archive",
      "several gzip members",
    ],
    [
      "data behind gzip",
      Buffer.concat([gzipSync(VALID_TAR), Buffer.from("more")]),
      "archive",
      "data after its end",
    ],
    [
      "data behind zeros",
      Buffer.concat([gzipSync(VALID_TAR), Buffer.alloc(9_000), Buffer.from("more")]),
      "archive",
      "data after its end",
    ],
    ["half of a file", gzipSync(VALID_TAR).subarray(0, 200), "archive", "is truncated"],
    ["no trailer", gzipSync(VALID_TAR).subarray(0, -8), "archive", "is truncated"],
    ["half a trailer", gzipSync(VALID_TAR).subarray(0, -3), "archive", "is truncated"],
    ["a wrong checksum", gzipMember(VALID_TAR, { crc: 1 }), "archive", "checksum does not match"],
    ["a lie about its length", gzipMember(VALID_TAR, { length: 1 }), "archive", "its length does not match"],
    ["damaged data", damaged(gzipSync(VALID_TAR)), "archive", "is corrupt"],
    [
      "another compression",
      gzipMember(VALID_TAR, { header: Buffer.from([0x1f, 0x8b, 7, 0, 0, 0, 0, 0, 0, 3]) }),
      "archive",
      "invalid gzip header",
    ],
    [
      "a wrong checksum of its header",
      gzipMember(VALID_TAR, { header: Buffer.from([0x1f, 0x8b, 8, 2, 0, 0, 0, 0, 0, 3, 0, 0]) }),
      "archive",
      "checksum of its gzip header",
    ],
    [
      "an unterminated name",
      Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]), Buffer.alloc(300_000, 65)]),
      "archive",
      "unterminated gzip header",
    ],
  ])("with %s is refused for that", async (_, packed, path, message) => {
    const findings = await findingsOf(packed);
    expect(findings).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(await findingsOf(packed, { chunk: 7 })).toEqual(findings);
  });
});

function damaged(packed: Buffer): Buffer {
  const copy = Buffer.from(packed);
  copy.fill(0xff, 40, 60);
  return copy;
}
