import type { Context } from "@/server/core/context.ts";
import type { OutboundResult } from "@/server/outbound/outbound.ts";
import { truncateUtf8 } from "@/shared/text/truncate.ts";
import type { DueDelivery } from "./claim-deliveries.ts";

const MAX_STORED_BODY_BYTES = 8_192;
const MAX_STORED_HEADERS_BYTES = 4_096;

/** Attempt of a delivery with its result and the delivery's next state. */
export interface SavedAttempt {
  delivery: DueDelivery;
  headers: Record<string, string>;
  startedAt: Date;
  result: OutboundResult;
  succeeded: boolean;
  state: string;
  nextAttemptAt: Date | null;
  savedAt: Date;
}

/**
 * Saves attempts of different deliveries and updates the deliveries, all in one statement. A delivery that was parked or
 * dropped meanwhile keeps its state, unless the attempt succeeded. An attempt has no effect once its claim was taken over, as
 * that of a process that was frozen.
 * @returns for each attempt whether it was saved
 */
export async function saveAttempts(ctx: Context, attempts: readonly SavedAttempt[]): Promise<boolean[]> {
  const rows = JSON.stringify(attempts.map((attempt) => toRow(ctx, attempt)));
  const saved = await ctx.db.systemDb.sql<{ delivery_id: string }[]>`
    with attempted as (
      select * from jsonb_to_recordset(${rows}::text::jsonb) as attempted (
        id uuid, delivery_id uuid, succeeded boolean, state text, next_attempt_at timestamptz, saved_at timestamptz, claimed_until timestamptz,
        request_url text, request_headers jsonb, response_status integer, response_headers jsonb, response_body text,
        error text, duration_ms integer, attempted_at timestamptz
      )
    ), updated as (
      update deliveries d set
        attempt_count = d.attempt_count + 1,
        tries_used = d.tries_used + 1,
        state = case when d.state = 'PENDING' or attempted.succeeded then attempted.state else d.state end,
        next_attempt_at = case when d.state = 'PENDING' or attempted.succeeded then attempted.next_attempt_at end,
        delivered_at = case when attempted.succeeded then attempted.saved_at else d.delivered_at end
      from attempted where d.id = attempted.delivery_id and d.state <> 'DELIVERED'
        and coalesce(d.next_attempt_at = attempted.claimed_until, true)
      returning d.id, d.attempt_count
    )
    insert into delivery_attempts (id, delivery_id, number, succeeded, request_url, request_headers, response_status,
      response_headers, response_body, error, duration_ms, attempted_at)
    select attempted.id, updated.id, updated.attempt_count, succeeded, request_url, request_headers, response_status,
      response_headers, response_body, error, duration_ms, attempted_at
    from attempted join updated on updated.id = attempted.delivery_id
    returning delivery_id`;
  const ids = new Set(saved.map(({ delivery_id }) => delivery_id));
  return attempts.map(({ delivery }) => ids.has(delivery.id));
}

function toRow(ctx: Context, attempt: SavedAttempt) {
  const { delivery, headers, startedAt, result, succeeded, state, nextAttemptAt, savedAt } = attempt;
  const response = result.isComplete ? result.response : result.partialResponse;
  return {
    id: ctx.newId(),
    delivery_id: delivery.id,
    succeeded,
    state,
    next_attempt_at: nextAttemptAt,
    saved_at: savedAt,
    claimed_until: delivery.claimedUntil,
    request_url: delivery.channel.url,
    request_headers: headers,
    response_status: response?.status ?? null,
    response_headers: response ? truncateHeaders(response.headers) : null,
    response_body: response ? toStorableText(truncateUtf8(response.body, MAX_STORED_BODY_BYTES)) : null,
    error: result.isComplete ? null : toStorableText(Buffer.from(`${result.reason}: ${result.message}`)),
    duration_ms: result.durationMs,
    attempted_at: startedAt,
  };
}

/** Decodes bytes as UTF-8 without NUL, which PostgreSQL rejects. */
const toStorableText = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString("utf8").replaceAll("\0", "\uFFFD");

function truncateHeaders(headers: Record<string, string>): Record<string, string> {
  let length = 0;
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => {
        length += name.length + value.length;
        return length <= MAX_STORED_HEADERS_BYTES;
      })
      .map(([name, value]) => [name, value.replaceAll("\0", "\uFFFD").toWellFormed()]),
  );
}
