import { and, asc, eq, gte, isNotNull, isNull, lt, min, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { LogArrival } from "@/db/schema/build-logs.ts";
import { buildLogPieces, buildLogs, builds } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { purgeBuildSecrets } from "@/server/domains/apps/variables/build-variables.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { announceLog } from "./follow.ts";
import { appendPending } from "./mask-output.ts";
import { LATE_OUTPUT_WINDOW_MS, limitArrivals } from "./policy.ts";
import { logKey } from "./read.ts";

const CHUNK_BATCH_SIZE = 32;

/**
 * Closes the logs of builds that ended `LATE_OUTPUT_WINDOW_MS` ago, moves them to the object store, and deletes the secrets
 * that they were masked by. The next run retries a failed move; a failure does not stop the others.
 * @throws the first failure, after an attempt on every log
 */
export async function closeLogs(ctx: Context): Promise<void> {
  const endedBefore = new Date(ctx.now().getTime() - LATE_OUTPUT_WINDOW_MS);
  const pending = await read(ctx, (tx) =>
    tx
      .select({ buildId: buildLogs.buildId, tenantId: buildLogs.tenantId })
      .from(buildLogs)
      .innerJoin(builds, eq(builds.id, buildLogs.buildId))
      .where(
        and(isNull(buildLogs.storedAt), isNotNull(builds.finishedAt), lt(builds.finishedAt, endedBefore)),
      ),
  );
  const failures: unknown[] = [];
  for (const log of pending) await moveLog(ctx, log).catch((error: unknown) => failures.push(error));
  await writeUnaudited(ctx, (tx) => purgeBuildSecrets(tx, endedBefore));
  if (failures.length > 0) throw failures[0];
}

async function moveLog(
  ctx: Context,
  { buildId, tenantId }: { buildId: string; tenantId: string },
): Promise<void> {
  const sizeBytes = await writeUnaudited(ctx, async (tx) => {
    const [log] = await tx
      .update(buildLogs)
      .set({ closedAt: sql`coalesce(${buildLogs.closedAt}, ${ctx.now().toISOString()})` })
      .where(and(eq(buildLogs.buildId, buildId), isNull(buildLogs.storedAt)))
      .returning();
    return log ? appendPending(tx, log, ctx.now()) : null;
  });
  if (sizeBytes === null) return;
  const stored = await objectStore().put(logKey(tenantId, buildId), readChunks(ctx, buildId, sizeBytes));
  await writeUnaudited(ctx, async (tx) => {
    const arrivals = limitArrivals(await readArrivals(tx, buildId));
    await tx
      .update(buildLogs)
      .set({ storedAt: ctx.now(), sha256: stored.sha256, arrivals: arrivals.length > 0 ? arrivals : null })
      .where(and(eq(buildLogs.buildId, buildId), isNull(buildLogs.storedAt)));
    await tx.delete(buildLogPieces).where(eq(buildLogPieces.buildId, buildId));
  });
  announceLog({ buildId });
}

/** Arrivals in the chunks of a log, one for each second with output. */
async function readArrivals(tx: Transaction, buildId: string): Promise<LogArrival[]> {
  const seconds = sql<number>`floor(extract(epoch from ${buildLogPieces.receivedAt}))::float8`;
  const startByte = min(buildLogPieces.startByte).mapWith(Number);
  const rows = await tx
    .select({ startByte, seconds })
    .from(buildLogPieces)
    .where(and(eq(buildLogPieces.buildId, buildId), isNotNull(buildLogPieces.receivedAt)))
    .groupBy(seconds)
    .orderBy(startByte);
  return rows.map((row) => [row.startByte ?? 0, row.seconds]);
}

/** @throws Error for a missing chunk, so that no incomplete log is stored */
async function* readChunks(ctx: Context, buildId: string, sizeBytes: number): AsyncGenerator<Uint8Array> {
  let at = 0;
  while (at < sizeBytes) {
    const chunks = await read(ctx, (tx) =>
      tx
        .select({ startByte: buildLogPieces.startByte, bytes: buildLogPieces.bytes })
        .from(buildLogPieces)
        .where(and(eq(buildLogPieces.buildId, buildId), gte(buildLogPieces.startByte, at)))
        .orderBy(asc(buildLogPieces.startByte))
        .limit(CHUNK_BATCH_SIZE),
    );
    for (const { startByte, bytes } of chunks) {
      if (startByte !== at) throw new Error(`the log of build ${buildId} has a gap at byte ${at}`);
      at += bytes.byteLength;
      yield bytes;
    }
    if (chunks.length === 0)
      throw new Error(`the log of build ${buildId} ends at byte ${at} of ${sizeBytes}`);
  }
}
