import { gzipSync } from "node:zlib";
import { expect } from "vitest";
import type { AppError } from "@/shared/errors.ts";
import { validateArchive } from "@/shared/plugin/validate-archive.ts";
import { buildTar, pluginEntries, type RawTarEntry, sha256Of } from "./archives.ts";

/** Tar data of a valid plugin. */
export const VALID_TAR = buildTar(pluginEntries());

export const file = (path: string | Buffer, content = "x"): RawTarEntry => ({ path, content });

/** Valid plugin with additional entries. */
export const pluginWithEntries = (...entries: RawTarEntry[]) =>
  gzipSync(buildTar([...pluginEntries(), ...entries]));

export async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

/** Findings of an archive, and the bytes that were unpacked before the rejection. */
export async function validate(packed: Buffer, { chunk: chunkSize = 65_536 } = {}) {
  const { bytes, metadata } = validateArchive(inChunks(packed, chunkSize), sha256Of(packed));
  let acceptedBytes = 0;
  try {
    for await (const chunk of bytes) acceptedBytes += chunk.byteLength;
    metadata();
    return { findings: [], acceptedBytes };
  } catch (error) {
    expect(error).toMatchObject({ code: "ARCHIVE_REJECTED" });
    return { findings: (error as AppError).problems ?? [], acceptedBytes };
  }
}

export const findingsOf = async (packed: Buffer, options?: { chunk: number }) =>
  (await validate(packed, options)).findings;
