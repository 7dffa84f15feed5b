import { createHash } from "node:crypto";
import { and, eq, lt, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { idempotencyKeys } from "@/db/schema/index.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { AppError, type FieldProblem } from "../platform/errors.ts";
import { read, withTransaction } from "../platform/mutate.ts";
import type { Answer } from "./route.ts";

const KEPT_MS = 24 * 3_600_000;

/** A request that carries an `Idempotency-Key`. `endpoint` is the route's method and path as it was asked. */
export interface IdempotentRequest {
  endpoint: string;
  key: string;
  body: string;
}

/** What is wrong with the `Idempotency-Key` of a request, if it has one. */
export function idempotencyKeyProblems(headers: Headers): FieldProblem[] {
  const key = headers.get("idempotency-key");
  if (key === null || (/^[\x20-\x7e]{1,128}$/.test(key) && !key.includes(", "))) return [];
  return [{ path: "Idempotency-Key", message: "must be one header of 1 to 128 printable ASCII characters" }];
}

/**
 * Answers a keyed request once: the answer is kept in the transaction of what it did, so a process that dies in the
 * middle leaves neither, and the same request again is answered from what was kept. Failures are not kept.
 * @throws AppError `IDEMPOTENCY_CONFLICT` while the first request runs; `IDEMPOTENCY_MISMATCH` for another body
 */
export async function withIdempotencyKey(
  ctx: TenantContext,
  request: IdempotentRequest,
  successStatus: number,
  handle: (ctx: TenantContext) => Promise<Answer<unknown>>,
): Promise<Answer<unknown>> {
  return withTransaction(ctx, async (joined) => {
    const { tx } = joined.open;
    const isFirst = await lockKey(tx, ctx, request);
    const requestDigest = createHash("sha256").update(request.body).digest("hex");
    const kept = await findStoredResponse(tx, joined, request);
    if (kept) return replay(kept, requestDigest);
    if (!isFirst) {
      throw new AppError("IDEMPOTENCY_CONFLICT", "A request with this Idempotency-Key is still running.");
    }
    const answer = await handle(joined);
    const values = {
      requestDigest,
      responseStatus: answer.status ?? successStatus,
      responseBody: JSON.stringify(answer.body),
      responseLocation: answer.headers?.["Location"] ?? null,
      expiresAt: new Date(ctx.now().getTime() + KEPT_MS),
    };
    await tx
      .insert(idempotencyKeys)
      .values({ tenantId: ctx.tenant.id, endpoint: request.endpoint, key: request.key, ...values })
      .onConflictDoUpdate({
        target: [idempotencyKeys.tenantId, idempotencyKeys.endpoint, idempotencyKeys.key],
        set: values,
      });
    return answer;
  });
}

/** Forgets the answers that are past their time. */
export async function purgeExpiredKeys(ctx: Context): Promise<void> {
  await read(ctx, (tx) => tx.delete(idempotencyKeys).where(lt(idempotencyKeys.expiresAt, ctx.now())));
}

/** Whether no other request with the key is under way; one that is may be answered from what was kept, too. */
async function lockKey(tx: Transaction, ctx: TenantContext, request: IdempotentRequest): Promise<boolean> {
  const name = `${ctx.tenant.id} ${request.endpoint} ${request.key}`;
  const [row] = await tx.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  );
  return row?.locked ?? false;
}

async function findStoredResponse(tx: Transaction, ctx: TenantContext, request: IdempotentRequest) {
  const kept = await tx.query.idempotencyKeys.findFirst({
    where: and(
      eq(idempotencyKeys.tenantId, ctx.tenant.id),
      eq(idempotencyKeys.endpoint, request.endpoint),
      eq(idempotencyKeys.key, request.key),
    ),
  });
  return kept && kept.expiresAt > ctx.now() ? kept : null;
}

function replay(kept: typeof idempotencyKeys.$inferSelect, requestDigest: string): Answer<unknown> {
  if (kept.requestDigest !== requestDigest) {
    throw new AppError("IDEMPOTENCY_MISMATCH", "This Idempotency-Key was used with another body.");
  }
  return {
    body: JSON.parse(kept.responseBody),
    status: kept.responseStatus,
    headers: {
      "Idempotency-Replayed": "true",
      ...(kept.responseLocation && { Location: kept.responseLocation }),
    },
  };
}
