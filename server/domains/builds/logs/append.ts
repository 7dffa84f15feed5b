import { eq, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { buildLogPieces, buildLogs } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { runAfterCommit, withTransaction } from "@/server/core/transactions.ts";
import { invalidTransition } from "@/shared/errors.ts";
import { getWorkerBuild } from "../records/service.ts";
import { announceLog } from "./follow.ts";
import type { AppendLog } from "./input.ts";
import { maskOutput } from "./mask-output.ts";
import { isOutputLate, placeChunk } from "./policy.ts";
import type { LogReceipt } from "./view.ts";

/**
 * Appends a worker's output to the log of its build, with secrets replaced. `offset` counts the bytes sent: a repeated chunk
 * has no effect, a gap is refused. Output beyond `MAX_LOG_BYTES` is dropped and reported as such. Not audited.
 * @throws AppError `NOT_FOUND`; `INVALID_TRANSITION` for another worker's build, a closed log or a gap
 */
export async function appendLog(ctx: Context, buildId: string, input: AppendLog): Promise<LogReceipt> {
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const { tenantId, finishedAt } = await getWorkerBuild(tx, buildId, input.workerId);
    const log = await lockLog(tx, tenantId, buildId);
    if (log.closedAt || isOutputLate(finishedAt, ctx.now())) {
      throw invalidTransition("The build has finished and its log is closed.");
    }
    const placed = placeChunk(log.receivedBytes, input.offset, Buffer.from(input.text));
    if (placed.kind === "gap") {
      throw invalidTransition(
        `The log has ${log.receivedBytes} bytes; send the bytes before offset ${input.offset} first.`,
      );
    }
    if (placed.kind === "duplicate") return toReceipt(log);
    const { bytes, pending } = await maskOutput(tx, log, placed.bytes);
    const grown = {
      sizeBytes: log.sizeBytes + bytes.byteLength,
      receivedBytes: log.receivedBytes + placed.bytes.byteLength,
      pending,
      isTruncated: log.isTruncated || placed.isTruncated,
    };
    if (bytes.byteLength > 0) {
      const receivedAt = ctx.now();
      await tx
        .insert(buildLogPieces)
        .values({ buildId, tenantId, startByte: log.sizeBytes, bytes, receivedAt });
    }
    await tx.update(buildLogs).set(grown).where(eq(buildLogs.buildId, buildId));
    runAfterCommit(joined, () => announceLog({ buildId }));
    return toReceipt(grown);
  });
}

async function lockLog(tx: Transaction, tenantId: string, buildId: string) {
  const [log] = await tx
    .insert(buildLogs)
    .values({ buildId, tenantId })
    .onConflictDoUpdate({ target: buildLogs.buildId, set: { buildId: sql`excluded.build_id` } })
    .returning();
  if (!log) throw new Error("the log was not inserted");
  return log;
}

const toReceipt = (log: { receivedBytes: number; isTruncated: boolean }): LogReceipt => ({
  sizeBytes: String(log.receivedBytes),
  truncated: log.isTruncated,
});
