import { describe, expect, test } from "vitest";
import { validateArchive } from "../../server/archives/validate-archive.ts";
import { demoArchives } from "./index.ts";

describe("the archives of the demo plugins", () => {
  test("are accepted by the platform, which finds in them what the demo says", async () => {
    for (const { sha256, bytes, readme, facts } of demoArchives()) {
      const judgement = validateArchive(only(bytes), sha256);
      for await (const _ of judgement.bytes);
      const { sizeBytes, unpackedBytes, media, ...others } = judgement.metadata();
      expect(media).toEqual({ readme, pictures: [] });
      expect({ ...others, sizeBytes: BigInt(sizeBytes), unpackedBytes: BigInt(unpackedBytes) }).toEqual(
        facts,
      );
    }
  });

  test("are the same bytes everywhere", () => {
    expect(demoArchives()[0]?.sha256).toBe(
      "354fa4ed06413ec8daf84ba019fffd54a7f73b5b20b5c294f3ad553ee9a9d6c2",
    );
  });
});

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
