import { describe, expect, test } from "vitest";
import { validateArchive } from "../../server/archives/validate-archive.ts";
import { demoArchives } from "./index.ts";

describe("the archives of the demo plugins", () => {
  test("are accepted by the platform, which finds in them what the demo says", async () => {
    for (const { sha256, bytes, facts } of demoArchives()) {
      const judgement = validateArchive(only(bytes), sha256);
      for await (const _ of judgement.bytes);
      const { sizeBytes, unpackedBytes, ...others } = judgement.metadata();
      expect({ ...others, sizeBytes: BigInt(sizeBytes), unpackedBytes: BigInt(unpackedBytes) }).toEqual(
        facts,
      );
    }
  });

  test("are the same bytes everywhere", () => {
    expect(demoArchives()[0]?.sha256).toBe(
      "1c41504dd733c0c3096a1fdf75f48dbc1608ccb52469e5df6b9a709ac34b9a8b",
    );
  });
});

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
