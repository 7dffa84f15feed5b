import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { buildTar, paxEntry, pluginEntries } from "@/e2e/support/archives.ts";
import { walkArchive } from "./walk-archive.ts";

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function filesOf(packed: Buffer, size = 100) {
  const files: { path: string; sizeBytes: number; content: string; ends: number }[] = [];
  await walkArchive(inChunks(packed, size), ({ path, sizeBytes }) => {
    const file = { path, sizeBytes, content: "", ends: 0 };
    files.push(file);
    return {
      write: (bytes) => {
        file.content += Buffer.from(bytes).toString("latin1");
      },
      end: () => {
        file.ends += 1;
      },
    };
  });
  return files;
}

describe("walkArchive", () => {
  const long = `src/${"n".repeat(150)}.js`;
  const packed = gzipSync(
    buildTar([
      ...pluginEntries(),
      { path: "./src/" },
      { path: "./empty" },
      paxEntry({ path: long }),
      { path: "cut", content: "x".repeat(70_000) },
    ]),
  );

  it.each([1, 100, 1_000_000])("yields every file and ends it once, %i bytes at a time", async (size) => {
    const files = await filesOf(packed, size);
    expect(files.map(({ path, sizeBytes, ends }) => [path, sizeBytes, ends])).toEqual([
      ["plugin.json", files[0]?.content.length, 1],
      ["index.js", 19, 1],
      ["empty", 0, 1],
      [long, 70_000, 1],
    ]);
    expect(files[1]?.content).toBe("export default {};\n");
    expect(files[3]?.content).toBe("x".repeat(70_000));
  });

  it.each([
    ["is truncated", packed.subarray(0, 200)],
    ["is none", Buffer.from("no archive at all")],
  ])("refuses what %s", async (_, bytes) => {
    await expect(filesOf(bytes)).rejects.toMatchObject({ code: "ARCHIVE_REJECTED" });
  });

  it.each(["visit", "write"])("rejects with what %s throws", async (step) => {
    const fail = () => {
      throw new Error("the disk is full");
    };
    const visit = step === "visit" ? fail : () => ({ write: fail, end: () => {} });
    await expect(walkArchive(inChunks(packed, 1_000), visit)).rejects.toThrow("the disk is full");
  });
});
