import type { Context } from "@/server/core/context.ts";
import { ORDERED_ATTEMPTS, SLOWDOWN_STREAK } from "./callback-retry-policy.ts";
import type { StoredEventPayload } from "./payload.ts";

/** Claimed delivery with everything that an attempt needs. */
export interface DueDelivery extends StoredEventPayload {
  id: string;
  triesUsed: number;
  isTest: boolean;
  /** End of the claim, by which this claim is told from a later one of the same delivery. */
  claimedUntil: Date;
  channel: {
    id: string;
    url: string;
    /** Newest first; two during a rotation. */
    secrets: string[];
    isTroubled: boolean;
  };
}

/**
 * Claims up to `limit` due deliveries of a channel for `claimMs`; after that they are due again, so a killed process
 * loses only that time. Events of one subject stay ordered: a later one waits until an earlier one has been attempted
 * `ORDERED_ATTEMPTS` times. A closed channel or one on hold yields only test deliveries. After `SLOWDOWN_STREAK` failures
 * a channel yields one delivery at a time, and only when `isAlone`: no delivery of it is in flight in this process.
 *
 * Conditions are scalar subqueries, not joins, so that the statement is one index scan that ends at the limit, even with
 * outdated planner statistics.
 */
export async function claimDueDeliveries(
  ctx: Context,
  channelId: string,
  { limit, isAlone, claimMs, occurredBefore = null }: ClaimOptions,
): Promise<DueDelivery[]> {
  const now = ctx.now();
  const claimedUntil = new Date(now.getTime() + claimMs);
  const rows = await ctx.db.systemDb.sql<ClaimedRow[]>`
    with channel as (
      select *, paused_at is null and disabled_at is null and coalesce(hold_until <= ${now.toISOString()}, true) as is_open
      from notification_channels where id = ${channelId}
    ), tests as (
      select id from deliveries
      where channel_id = ${channelId} and state = 'PENDING' and is_test and next_attempt_at <= ${now.toISOString()}
      order by sequence limit ${limit}
      for update skip locked
    ), others as (
      select p.id from deliveries p
      where p.channel_id = ${channelId} and p.state = 'PENDING' and not p.is_test
        and (${occurredBefore?.toISOString() ?? null}::timestamptz is null or (
          select occurred_at from domain_events event where event.id = p.event_id
        ) < ${occurredBefore?.toISOString() ?? null}::timestamptz)
        and p.next_attempt_at <= (select case when is_open then ${now.toISOString()}::timestamptz end from channel)
        and (
          select true from deliveries earlier
          where earlier.channel_id = p.channel_id and earlier.subject_id = p.subject_id
            and earlier.sequence < p.sequence and earlier.state = 'PENDING'
            and earlier.tries_used < ${ORDERED_ATTEMPTS}::integer
          limit 1
        ) is null
      order by p.next_attempt_at, p.sequence
      limit (select case when failure_streak >= ${SLOWDOWN_STREAK}::integer then ${isAlone ? 1 : 0}::integer else ${limit}::integer end from channel)
      for update of p skip locked
    ), due as (
      select id from tests union all select id from others
    ), claimed as (
      update deliveries d set next_attempt_at = ${claimedUntil.toISOString()}
      from due where d.id = due.id
      returning d.id, d.event_id, d.tries_used, d.is_test, d.sequence
    )
    select claimed.id, claimed.event_id as "eventId", claimed.tries_used as "triesUsed", claimed.is_test as "isTest",
      claimed.sequence::text, event.type, event.version, event.tenant_id as "tenantId",
      event.subject_id as "subjectId", event.data, event.occurred_at as "occurredAt",
      channel.url, channel.secret, channel.failing_since is not null as "isTroubled",
      case when channel.previous_secret_until > ${now.toISOString()} then channel.previous_secret end as "previousSecret"
    from claimed join domain_events event on event.id = claimed.event_id cross join channel
    order by claimed.sequence`;
  return rows.map(({ url, secret, previousSecret, isTroubled, occurredAt, ...delivery }) => ({
    ...delivery,
    occurredAt: new Date(occurredAt),
    claimedUntil,
    channel: {
      id: channelId,
      url,
      secrets: previousSecret ? [secret, previousSecret] : [secret],
      isTroubled,
    },
  }));
}

interface ClaimOptions {
  limit: number;
  isAlone: boolean;
  claimMs: number;
  /** Only deliveries of events before it, and no tests. */
  occurredBefore?: Date | null | undefined;
}

interface ClaimedRow extends Omit<DueDelivery, "occurredAt" | "claimedUntil" | "channel"> {
  occurredAt: string;
  url: string;
  secret: string;
  previousSecret: string | null;
  isTroubled: boolean;
}
