import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import { validateArchive } from "../../server/archives/judge.ts";
import type { AppError } from "../../server/platform/errors.ts";
import { buildTar, pluginEntries, type RawTarEntry, sha256Of } from "./archives.ts";

/** A plugin's tar data that is as it should be. */
export const VALID_TAR = buildTar(pluginEntries());

export const file = (path: string | Buffer, content = "x"): RawTarEntry => ({ path, content });

/** A plugin with these entries behind its own. */
export const pluginWithEntries = (...entries: RawTarEntry[]) =>
  gzipSync(buildTar([...pluginEntries(), ...entries]));

export async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** What is wrong with an archive, and how much of it passed until it was given up; nothing is wrong with a good one. */
export async function validate(packed: Buffer, { chunk = 65_536 } = {}) {
  const { bytes, facts } = validateArchive(inChunks(packed, chunk), sha256Of(packed));
  let acceptedBytes = 0;
  try {
    for await (const passed of bytes) acceptedBytes += passed.byteLength;
    facts();
    return { findings: [], acceptedBytes };
  } catch (error) {
    expect(error).toMatchObject({ code: "ARCHIVE_REJECTED" });
    return { findings: (error as AppError).problems ?? [], acceptedBytes };
  }
}

export const findingsOf = async (packed: Buffer, options?: { chunk: number }) =>
  (await validate(packed, options)).findings;
