import { AppError } from "../platform/errors.ts";
import { objectStore } from "../storage/object-store.ts";
import { createFindings, WHOLE_ARCHIVE } from "./findings.ts";
import { openGunzip } from "./gunzip.ts";
import { archiveKey } from "./policy.ts";
import { openTarReader } from "./tar-reader.ts";

export interface ArchivedFile {
  path: string;
  sizeBytes: number;
}

/** Who wants a file's bytes as they come; null lets them pass. `stop` is all that is wanted of the archive. */
export type FileVisitor = (file: ArchivedFile, stop: () => void) => ((bytes: Buffer) => void) | null;

const FILE_TYPES: ReadonlySet<string> = new Set(["0", "\0"]);

/**
 * Goes through the files of a stored archive in their order, straight from the object store and piece by piece: nothing
 * is unpacked to a disk, nor held beyond what the visitor keeps. What is stored was judged when it came.
 * @throws AppError `UNAVAILABLE` when the object store has it no more, or is away
 */
export async function visitFiles(sha256: string, visit: FileVisitor): Promise<void> {
  const object = await objectStore().get(archiveKey(sha256));
  if (!object) throw missing(sha256);
  const findings = createFindings();
  let isEnough = false;
  const stop = () => {
    isEnough = true;
    findings.giveUp(WHOLE_ARCHIVE, "was read far enough");
  };
  const reader = openTarReader(findings, ({ path, type, sizeBytes }) =>
    FILE_TYPES.has(type) ? visit({ path: path.replace(/^(\.\/+)+/, ""), sizeBytes }, stop) : null,
  );
  const gunzip = openGunzip(findings, reader.write);
  for await (const chunk of object.body) {
    await gunzip.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (findings.hasGivenUp()) break;
  }
  await gunzip.end();
  if (!isEnough) findings.refuse();
}

const missing = (sha256: string) =>
  new AppError("UNAVAILABLE", "The archive cannot be read at the moment. Try again shortly.", {
    retryAfterSeconds: 60,
    cause: new Error(`the object store has lost ${archiveKey(sha256)}`),
  });
