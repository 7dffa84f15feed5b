import type { EventType } from "@/db/schema/vocabulary.ts";
import type { Context } from "../context.ts";
import type { KeptEvent } from "./payload.ts";
import { STREAK_THAT_SLOWS, TRIES_THAT_HOLD_ORDER } from "./policy.ts";

/** A delivery that is due, with all that a try of it needs. */
export interface DueDelivery extends KeptEvent {
  id: string;
  triesUsed: number;
  isTest: boolean;
  channel: {
    id: string;
    url: string;
    /** The newest first; during a rotation two. */
    secrets: string[];
    isTroubled: boolean;
  };
}

/**
 * Takes up to `limit` due deliveries of a channel, so that for `claimMs` nobody else does; whoever dies meanwhile loses
 * nothing but that time. Events of one object come one after the other: a later one waits while an earlier one has not
 * been tried thrice. A channel that is closed or told us to wait gives out its tests only; one that fails again and
 * again gives out one at a time.
 */
export async function claimDue(
  ctx: Context,
  channelId: string,
  { limit, claimMs }: { limit: number; claimMs: number },
): Promise<DueDelivery[]> {
  const now = ctx.now();
  const claimedUntil = new Date(now.getTime() + claimMs);
  const rows = await ctx.db.platform.sql<ClaimedRow[]>`
    with channel as (
      select *, paused_at is null and disabled_at is null and coalesce(hold_until <= ${now.toISOString()}, true) as is_open
      from notification_channels where id = ${channelId}
    ), due as (
      select p.id from deliveries p, channel
      where p.channel_id = channel.id and p.state = 'PENDING' and p.next_attempt_at <= ${now.toISOString()}
        and (p.is_test or channel.is_open)
        and not exists (
          select from deliveries earlier
          where earlier.channel_id = p.channel_id and earlier.subject_id = p.subject_id
            and earlier.sequence < p.sequence and earlier.state = 'PENDING'
            and earlier.tries_used < ${TRIES_THAT_HOLD_ORDER}::integer
        )
      order by p.next_attempt_at, p.sequence
      limit (select case when failure_streak >= ${STREAK_THAT_SLOWS}::integer then 1 else ${limit}::integer end from channel)
      for update of p skip locked
    ), claimed as (
      update deliveries d set next_attempt_at = ${claimedUntil.toISOString()}
      from due where d.id = due.id
      returning d.id, d.event_id, d.tries_used, d.is_test, d.sequence
    )
    select claimed.id, claimed.event_id, claimed.tries_used, claimed.is_test, claimed.sequence::text,
      event.type, event.version, event.tenant_id, event.subject_id, event.data, event.occurred_at,
      channel.url, channel.secret, channel.failing_since is not null as is_troubled,
      case when channel.previous_secret_until > ${now.toISOString()} then channel.previous_secret end as previous_secret
    from claimed join domain_events event on event.id = claimed.event_id cross join channel
    order by claimed.sequence`;
  return rows.map((row) => ({
    id: row.id,
    eventId: row.event_id,
    type: row.type,
    version: row.version,
    sequence: row.sequence,
    tenantId: row.tenant_id,
    subjectId: row.subject_id,
    data: row.data,
    occurredAt: new Date(row.occurred_at),
    triesUsed: row.tries_used,
    isTest: row.is_test,
    channel: {
      id: channelId,
      url: row.url,
      secrets: row.previous_secret ? [row.secret, row.previous_secret] : [row.secret],
      isTroubled: row.is_troubled,
    },
  }));
}

/** When the channel next has something to do, after now; null when it has nothing or is closed. */
export async function findNextDue(ctx: Context, channelId: string): Promise<Date | null> {
  const now = ctx.now().toISOString();
  const [row] = await ctx.db.platform.sql<{ due: string | null }[]>`
    select greatest(channel.hold_until, min(d.next_attempt_at)) as due
    from notification_channels channel join deliveries d on d.channel_id = channel.id and d.state = 'PENDING'
    where channel.id = ${channelId} and channel.paused_at is null and channel.disabled_at is null
      and (d.next_attempt_at > ${now} or channel.hold_until > ${now})
    group by channel.id`;
  return row?.due ? new Date(row.due) : null;
}

interface ClaimedRow {
  id: string;
  event_id: string;
  tries_used: number;
  is_test: boolean;
  sequence: string;
  type: EventType;
  version: number;
  tenant_id: string | null;
  subject_id: string;
  data: unknown;
  occurred_at: string;
  url: string;
  secret: string;
  previous_secret: string | null;
  is_troubled: boolean;
}
