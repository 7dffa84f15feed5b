import { describe, expect, test } from "vitest";
import { prepareImage } from "@/server/domains/items/image.ts";
import { limitsOf } from "@/shared/plugin/media.ts";
import { validateArchive } from "@/shared/plugin/validate-archive.ts";
import { demoArchives } from "./index.ts";

describe("the archives of the demo plugins", () => {
  test("are accepted by the platform, which finds in them what the demo says", async () => {
    const decoded = new Set<string>();
    for (const { sha256, bytes, readme, pictures, facts } of demoArchives()) {
      const judgement = validateArchive(only(bytes), sha256);
      for await (const _ of judgement.bytes);
      const { sizeBytes, unpackedBytes, media, ...others } = judgement.metadata();
      expect(media.readme?.trim()).toBe(readme);
      for (const [index, { kind, path, alt, width, height }] of pictures.entries()) {
        const found = media.pictures[index];
        expect(found).toMatchObject({ kind, path, alt });
        // Versions share their pictures.
        const key = String(found?.bytes.toString("base64"));
        if (decoded.has(key)) continue;
        decoded.add(key);
        const image = await prepareImage(found?.bytes ?? Buffer.alloc(0), limitsOf({ kind }));
        expect([image.width, image.height]).toEqual([width, height]);
      }
      expect(media.pictures).toHaveLength(pictures.length);
      expect({ ...others, sizeBytes: BigInt(sizeBytes), unpackedBytes: BigInt(unpackedBytes) }).toEqual(
        facts,
      );
    }
  });

  test("are the same bytes everywhere", () => {
    expect(demoArchives()[0]?.sha256).toBe(
      "e896061ef10198040baf1bd2fcc8f8703c4c1d9779fb43f2f9c65b2a81d727c2",
    );
  });
});

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
