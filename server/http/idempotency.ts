import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { idempotencyKeys } from "@/db/schema/index.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { withTransaction, writeUnaudited } from "@/server/core/transactions.ts";
import { AppError, type FieldProblem } from "@/shared/errors.ts";
import type { RouteResult } from "./response.ts";

const IDEMPOTENCY_TTL_MS = 24 * 3_600_000;

/** Request with an `Idempotency-Key`. `endpoint` is its method and path. */
export interface IdempotentRequest {
  endpoint: string;
  key: string;
  body: string;
}

/** Validation of the `Idempotency-Key` header, which is optional. */
export function idempotencyKeyProblems(headers: Headers): FieldProblem[] {
  const key = headers.get("idempotency-key");
  if (key === null || (/^[\x20-\x7e]{1,128}$/.test(key) && !key.includes(", "))) return [];
  return [{ path: "Idempotency-Key", message: "must be one header of 1 to 128 printable ASCII characters" }];
}

/**
 * Idempotent execution by `Idempotency-Key`: the result is stored in the transaction of the writes, so a process that
 * dies leaves neither. A repeated request gets the stored result. Failures are not stored.
 * @throws AppError `IDEMPOTENCY_CONFLICT` while the first request runs; `IDEMPOTENCY_MISMATCH` for another body
 */
export async function withIdempotencyKey(
  ctx: TenantContext,
  request: IdempotentRequest,
  successStatus: number,
  handle: (ctx: TenantContext) => Promise<RouteResult<unknown>>,
): Promise<RouteResult<unknown>> {
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const isLocked = await lockKey(tx, ctx, request);
    const requestDigest = createHash("sha256").update(request.body).digest("hex");
    const stored = await findStoredResponse(tx, joined, request);
    if (stored) return replayResult(stored, requestDigest);
    if (!isLocked) {
      throw new AppError("IDEMPOTENCY_CONFLICT", "A request with this Idempotency-Key is still in progress.");
    }
    const result = await handle(joined);
    const values = {
      requestDigest,
      responseStatus: result.status ?? successStatus,
      responseBody: JSON.stringify(result.body),
      responseLocation: result.headers?.["Location"] ?? null,
      expiresAt: new Date(ctx.now().getTime() + IDEMPOTENCY_TTL_MS),
    };
    await tx
      .insert(idempotencyKeys)
      .values({ tenantId: ctx.tenant.id, endpoint: request.endpoint, key: request.key, ...values })
      .onConflictDoUpdate({
        target: [idempotencyKeys.tenantId, idempotencyKeys.endpoint, idempotencyKeys.key],
        set: values,
      });
    return result;
  });
}

export async function purgeExpiredKeys(ctx: Context): Promise<void> {
  await writeUnaudited(ctx, (tx) =>
    tx.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, ctx.now())),
  );
}

/** Takes the advisory lock of the key. False while another request with the key runs. */
async function lockKey(tx: Transaction, ctx: TenantContext, request: IdempotentRequest): Promise<boolean> {
  const name = `${ctx.tenant.id} ${request.endpoint} ${request.key}`;
  const [row] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  );
  return row?.locked ?? false;
}

async function findStoredResponse(tx: Transaction, ctx: TenantContext, request: IdempotentRequest) {
  const stored = await tx.query.idempotencyKeys.findFirst({
    where: and(
      eq(idempotencyKeys.tenantId, ctx.tenant.id),
      eq(idempotencyKeys.endpoint, request.endpoint),
      eq(idempotencyKeys.key, request.key),
    ),
  });
  return stored && stored.expiresAt > ctx.now() ? stored : null;
}

function replayResult(
  stored: typeof idempotencyKeys.$inferSelect,
  requestDigest: string,
): RouteResult<unknown> {
  if (stored.requestDigest !== requestDigest) {
    throw new AppError("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was used with a different request.");
  }
  return {
    body: JSON.parse(stored.responseBody),
    status: stored.responseStatus,
    headers: {
      "Idempotency-Replayed": "true",
      ...(stored.responseLocation && { Location: stored.responseLocation }),
    },
  };
}
