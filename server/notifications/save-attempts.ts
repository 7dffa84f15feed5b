import type { OutboundResult } from "../outbound/outbound.ts";
import type { Context } from "../platform/context.ts";
import type { DueDelivery } from "./claim-deliveries.ts";

const MAX_STORED_BODY_BYTES = 8_192;
const MAX_STORED_HEADERS_BYTES = 4_096;

/** A try of a delivery as it went. */
export interface Attempt {
  delivery: DueDelivery;
  headers: Record<string, string>;
  startedAt: Date;
  result: OutboundResult;
}

/** A try of a delivery and what becomes of that. */
export interface SavedAttempt {
  attempt: Attempt;
  succeeded: boolean;
  state: string;
  nextAttemptAt: Date | null;
  settledAt: Date;
}

/**
 * Keeps tries, each of another delivery, and moves the deliveries on: one statement for all of them. A delivery that
 * meanwhile was parked or dropped stays so, unless the try succeeded.
 */
export async function saveAttempts(ctx: Context, tries: readonly SavedAttempt[]): Promise<void> {
  const rows = JSON.stringify(tries.map((kept) => rowOf(ctx, kept)));
  await ctx.db.platform.sql`
    with tried as (
      select * from jsonb_to_recordset(${rows}::text::jsonb) as tried (
        id uuid, delivery_id uuid, succeeded boolean, state text, next_attempt_at timestamptz, settled_at timestamptz,
        request_url text, request_headers jsonb, response_status integer, response_headers jsonb, response_body text,
        error text, duration_ms integer, attempted_at timestamptz
      )
    ), settled as (
      update deliveries d set
        attempt_count = d.attempt_count + 1,
        tries_used = d.tries_used + 1,
        state = case when d.state = 'PENDING' or tried.succeeded then tried.state else d.state end,
        next_attempt_at = case when d.state = 'PENDING' or tried.succeeded then tried.next_attempt_at end,
        delivered_at = case when tried.succeeded then tried.settled_at else d.delivered_at end
      from tried where d.id = tried.delivery_id
      returning d.id, d.attempt_count
    )
    insert into delivery_attempts (id, delivery_id, number, succeeded, request_url, request_headers, response_status,
      response_headers, response_body, error, duration_ms, attempted_at)
    select tried.id, settled.id, settled.attempt_count, succeeded, request_url, request_headers, response_status,
      response_headers, response_body, error, duration_ms, attempted_at
    from tried join settled on settled.id = tried.delivery_id`;
}

function rowOf(ctx: Context, { attempt, succeeded, state, nextAttemptAt, settledAt }: SavedAttempt) {
  const { delivery, headers, startedAt, result } = attempt;
  const answer = result.answered ? result.answer : result.began;
  return {
    id: ctx.newId(),
    delivery_id: delivery.id,
    succeeded,
    state,
    next_attempt_at: nextAttemptAt,
    settled_at: settledAt,
    request_url: delivery.channel.url,
    request_headers: headers,
    response_status: answer?.status ?? null,
    response_headers: answer ? boundedHeaders(answer.headers) : null,
    response_body: answer ? storableText(answer.body.subarray(0, MAX_STORED_BODY_BYTES)) : null,
    error: result.answered ? null : storableText(Buffer.from(`${result.reason}: ${result.message}`)),
    duration_ms: result.durationMs,
    attempted_at: startedAt,
  };
}

/** Any bytes as text that PostgreSQL can hold. */
const storableText = (bytes: Buffer): string => bytes.toString("utf8").replaceAll("\0", "\uFFFD");

function boundedHeaders(headers: Record<string, string>): Record<string, string> {
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
