import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { validateArchive } from "../../server/archives/validate-archive.ts";
import type { AppError } from "../../server/platform/errors.ts";
import { type HandmadeEntry, pluginEntries, sha256Of, tarOf } from "./archives.ts";

/** A plugin's tar data that is as it should be. */
export const GOOD = tarOf(pluginEntries());

export const file = (path: string | Buffer, content = "x"): HandmadeEntry => ({ path, content });

/** A plugin with these entries behind its own. */
export const withEntries = (...entries: HandmadeEntry[]) => gzipSync(tarOf([...pluginEntries(), ...entries]));

export async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** What is wrong with an archive, and how much of it passed until it was given up; nothing is wrong with a good one. */
export async function judge(packed: Buffer, { chunk = 65_536 } = {}) {
  const { bytes, metadata } = validateArchive(inChunks(packed, chunk), sha256Of(packed));
  let passedBytes = 0;
  try {
    for await (const passed of bytes) passedBytes += passed.byteLength;
    metadata();
    return { findings: [], passedBytes };
  } catch (error) {
    expect(error).toMatchObject({ code: "ARCHIVE_REJECTED" });
    return { findings: (error as AppError).problems ?? [], passedBytes };
  }
}

export const findingsOf = async (packed: Buffer, options?: { chunk: number }) =>
  (await judge(packed, options)).findings;
