import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { buildLogPieces, buildLogs } from "@/db/schema/index.ts";
import { getWorkerBuild } from "../build-records/find.ts";
import type { Context } from "../platform/context.ts";
import { AppError } from "../platform/errors.ts";
import { runAfterCommit, withTransaction } from "../platform/mutate.ts";
import { announceLog } from "./changes.ts";
import type { AppendLog } from "./input.ts";
import { placeChunk } from "./policy.ts";
import type { LogReceipt } from "./view.ts";

/**
 * Adds a worker's words to the log of the build it works on. `offset` says where they begin, so that the same words sent
 * again never stand there twice; a gap is refused. What goes beyond the longest log is dropped, and said to be.
 * Not audited: a log is no state of the build.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` when the build is not that worker's, its log is closed, or words
 * before these are missing
 */
export async function appendLog(ctx: Context, buildId: string, input: AppendLog): Promise<LogReceipt> {
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const { tenantId } = await getWorkerBuild(tx, buildId, input.workerId);
    const log = await lockLog(tx, tenantId, buildId);
    if (log.closedAt) throw refused("The build has ended and its log is closed.");
    const placed = placeChunk(log.sizeBytes, input.offset, Buffer.from(input.text));
    if (placed.kind === "gap") {
      throw refused(
        `The log has ${log.sizeBytes} bytes; what stands between them and byte ${input.offset} is missing.`,
      );
    }
    if (placed.kind === "known") return receiptOf(log);
    const grown = {
      sizeBytes: log.sizeBytes + placed.bytes.byteLength,
      isTruncated: log.isTruncated || placed.isTruncated,
    };
    if (placed.bytes.byteLength > 0) {
      await tx
        .insert(buildLogPieces)
        .values({ buildId, tenantId, startByte: log.sizeBytes, bytes: placed.bytes });
    }
    await tx.update(buildLogs).set(grown).where(eq(buildLogs.buildId, buildId));
    runAfterCommit(joined, () => announceLog({ buildId }));
    return receiptOf(grown);
  });
}

/** The log's row, made at the first words, locked until the transaction ends. */
async function lockLog(tx: Transaction, tenantId: string, buildId: string) {
  const [log] = await tx
    .insert(buildLogs)
    .values({ buildId, tenantId })
    .onConflictDoUpdate({ target: buildLogs.buildId, set: { buildId: sql`excluded.build_id` } })
    .returning();
  if (!log) throw new Error("nothing was stored");
  return log;
}

const receiptOf = (log: { sizeBytes: number; isTruncated: boolean }): LogReceipt => ({
  sizeBytes: String(log.sizeBytes),
  truncated: log.isTruncated,
});

const refused = (detail: string) => new AppError("INVALID_TRANSITION", detail);
