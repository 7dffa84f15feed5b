import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import type { LogArrival } from "@/db/schema/build-logs.ts";
import { buildLogPieces, buildLogs, builds } from "@/db/schema/index.ts";
import { requirePermission } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { objectStore } from "@/server/storage/object-store.ts";
import { notFound } from "@/shared/errors.ts";
import type { ReadLog } from "./input.ts";
import { cutAtCharacter, isContinuation, isOutputLate, placeArrivals } from "./policy.ts";
import type { LogSlice } from "./view.ts";

/**
 * Slice of a build's log: whole characters, up to `limit` bytes from byte `start`. A log without output is empty. Needs
 * `BUILDS_READ`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `UNAVAILABLE` without the object store
 */
export async function readLog(ctx: TenantContext, input: ReadLog): Promise<LogSlice> {
  requirePermission(ctx, "BUILDS_READ");
  const { bytes, arrivals, state } = await readBytes(ctx, input);
  const { start, aligned } = alignToCharacters(bytes, input.start, input.limit);
  return {
    text: aligned.toString(),
    start,
    end: start + aligned.byteLength,
    arrivals: placeArrivals(arrivals, start, aligned),
    ...state,
  };
}

/** Bytes of a log from `start` on, up to `limit`. */
export async function readBytes(
  ctx: TenantContext,
  { buildId, start, limit }: ReadLog,
): Promise<{ bytes: Buffer; arrivals: LogArrival[]; state: ReturnType<typeof stateOf> }> {
  const { log, chunks } = await read(ctx, async (tx) => {
    const found = await findLog(tx, ctx, buildId);
    return { log: found, chunks: found.storedAt ? null : await readChunks(tx, buildId, start, limit) };
  });
  const state = stateOf(ctx, log);
  const bytes = chunks?.bytes ?? (await readStoredLog(ctx.tenant.id, buildId, start, limit, state.sizeBytes));
  // A concurrent move to the object store deletes the chunks.
  const hasMoved = !log.storedAt && bytes.byteLength === 0 && start < state.sizeBytes;
  if (hasMoved) return readBytes(ctx, { buildId, start, limit });
  return { bytes, arrivals: chunks?.arrivals ?? log.arrivals ?? [], state };
}

export const stateOf = (ctx: TenantContext, log: Awaited<ReturnType<typeof findLog>>) => ({
  sizeBytes: log.sizeBytes ?? 0,
  // What may be the beginning of a secret is appended when the log is closed.
  isOpen: !log.closedAt && (!isOutputLate(log.finishedAt, ctx.now()) || Boolean(log.hasPending)),
  isTruncated: log.isTruncated ?? false,
});

export const logKey = (tenantId: string, buildId: string): string => `logs/${tenantId}/${buildId}`;

/** Log of a build of the tenant; its columns are null without output. @throws AppError `NOT_FOUND` */
export async function findLog(tx: Reader, ctx: TenantContext, buildId: string) {
  const [log] = await tx
    .select({
      number: builds.number,
      finishedAt: builds.finishedAt,
      sizeBytes: buildLogs.sizeBytes,
      isTruncated: buildLogs.isTruncated,
      hasPending: sql<boolean | null>`${buildLogs.pending} is not null`,
      arrivals: buildLogs.arrivals,
      closedAt: buildLogs.closedAt,
      storedAt: buildLogs.storedAt,
    })
    .from(builds)
    .leftJoin(buildLogs, eq(buildLogs.buildId, builds.id))
    .where(and(eq(builds.id, buildId), eq(builds.tenantId, ctx.tenant.id)));
  if (!log) throw notFound("build");
  return log;
}

async function readChunks(
  tx: Reader,
  buildId: string,
  start: number,
  limit: number,
): Promise<{ bytes: Buffer; arrivals: LogArrival[] }> {
  const rows = await tx
    .select({
      startByte: buildLogPieces.startByte,
      bytes: buildLogPieces.bytes,
      receivedAt: buildLogPieces.receivedAt,
    })
    .from(buildLogPieces)
    .where(
      and(
        eq(buildLogPieces.buildId, buildId),
        gte(
          buildLogPieces.startByte,
          sql`coalesce((select max(p.start_byte) from build_log_pieces p where p.build_id = ${buildId} and p.start_byte <= ${start}), 0)`,
        ),
        sql`${buildLogPieces.startByte} < ${start + limit}`,
      ),
    )
    .orderBy(asc(buildLogPieces.startByte));
  const before = start - (rows[0]?.startByte ?? start);
  return {
    bytes: Buffer.concat(rows.map(({ bytes }) => bytes)).subarray(before, before + limit),
    arrivals: rows.flatMap(({ startByte, receivedAt }) =>
      receivedAt ? [[startByte, Math.floor(receivedAt.getTime() / 1_000)] as LogArrival] : [],
    ),
  };
}

async function readStoredLog(
  tenantId: string,
  buildId: string,
  start: number,
  limit: number,
  sizeBytes: number,
): Promise<Buffer> {
  if (start >= sizeBytes) return Buffer.alloc(0);
  const range = { start, end: Math.min(start + limit, sizeBytes) - 1 };
  const stored = await objectStore().get(logKey(tenantId, buildId), range);
  if (!stored) throw new Error(`the log of build ${buildId} is missing in the object store`);
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Drops a partial character at the start, and one at the end, which the next slice begins with. */
function alignToCharacters(bytes: Buffer, start: number, limit: number): { start: number; aligned: Buffer } {
  let first = 0;
  while (first < Math.min(3, bytes.byteLength) && isContinuation(bytes[first])) first += 1;
  const isCut = bytes.byteLength === limit;
  const whole = isCut ? dropPartialCharacter(bytes.subarray(first)) : bytes.subarray(first);
  return { start: start + first, aligned: Buffer.from(whole) };
}

function dropPartialCharacter(bytes: Uint8Array): Uint8Array {
  const last = bytes.findLastIndex((byte) => !isContinuation(byte));
  const lead = bytes[last] ?? 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return last + length > bytes.byteLength ? cutAtCharacter(bytes, last) : bytes;
}
