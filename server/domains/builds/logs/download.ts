import { eq } from "drizzle-orm";
import { builds } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import type { ByteRange, Download } from "@/server/storage/object-store.ts";
import { MAX_OUTPUT_AFTER, placeErrorLog } from "./policy.ts";
import { findLog, readBytes, readLog, stateOf } from "./read.ts";

/**
 * Download of a build's log: its output and, once it is complete, the part of the error log that the output lacks. A build
 * that ended without output has the error log at once. `X-Log-Status` says whether the log may grow; a range from its end then
 * continues it. Needs `BUILDS_READ`.
 * @throws AppError as `readLog`
 */
export async function openLog(ctx: TenantContext, buildId: string): Promise<Download> {
  requirePermission(ctx, "BUILDS_READ");
  const { number, isOpen, outputBytes, errorLog } = await read(ctx, async (tx) => {
    const log = await findLog(tx, ctx, buildId);
    const { isOpen, sizeBytes } = stateOf(ctx, log);
    const hasEndedSilently = log.finishedAt !== null && log.sizeBytes === null;
    const [build] =
      isOpen && !hasEndedSilently
        ? []
        : await tx.select({ errorLog: builds.errorLog }).from(builds).where(eq(builds.id, buildId));
    return { number: log.number, isOpen, outputBytes: sizeBytes, errorLog: build?.errorLog };
  });
  const rest = errorLog ? await findRest(ctx, buildId, outputBytes, errorLog) : Buffer.alloc(0);
  const sizeBytes = outputBytes + rest.byteLength;
  return {
    fileName: `build-${number}.log`,
    sizeBytes,
    sha256: null,
    mediaType: "text/plain; charset=utf-8",
    headers: { "X-Log-Status": isOpen ? "open" : "closed" },
    open: async (range = { start: 0, end: sizeBytes - 1 }) =>
      readRange(ctx, { buildId, outputBytes, rest }, range),
  };
}

/** A UTF-16 unit has up to three bytes in UTF-8. */
const MAX_OUTPUT_BYTES_AFTER = 3 * MAX_OUTPUT_AFTER;

/** Part of an error log beyond the output. Reads only the end of the output, which most error logs repeat. */
async function findRest(
  ctx: TenantContext,
  buildId: string,
  outputBytes: number,
  errorLog: string,
): Promise<Buffer> {
  const limit = Buffer.byteLength(errorLog) + MAX_OUTPUT_BYTES_AFTER;
  const start = Math.max(0, outputBytes - limit);
  const { text } = await readLog(ctx, { buildId, start, limit });
  return Buffer.from(placeErrorLog(text, errorLog).rest);
}

const SLICE_BYTES = 1_048_576;

interface LogParts {
  buildId: string;
  outputBytes: number;
  rest: Buffer;
}

async function* readRange(
  ctx: TenantContext,
  { buildId, outputBytes, rest }: LogParts,
  { start, end }: ByteRange,
): AsyncGenerator<Uint8Array> {
  const outputEnd = Math.min(end + 1, outputBytes);
  for (let at = start; at < outputEnd; ) {
    const { bytes } = await readBytes(ctx, {
      buildId,
      start: at,
      limit: Math.min(SLICE_BYTES, outputEnd - at),
    });
    if (bytes.byteLength === 0) throw new Error(`the log of build ${buildId} ends at byte ${at}`);
    yield bytes;
    at += bytes.byteLength;
  }
  if (end >= outputBytes) yield rest.subarray(Math.max(0, start - outputBytes), end + 1 - outputBytes);
}
