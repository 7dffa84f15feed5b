import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { mails } from "@/db/schema/index.ts";
import { type AuditSubject, recordAudits } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { dismissQueuedMails, isQueuedBefore } from "@/server/mail/queue-mail.ts";
import { sendMail } from "@/server/mail/send-mail.ts";
import { dispatchEvents } from "./dispatch-events.ts";
import { createSender, type SenderSettings } from "./sender.ts";

/** Numbers of changed deliveries and mails. */
export interface Backlog {
  deliveries: number;
  mails: number;
}

/**
 * Drops callbacks of events before a moment, and mails made before it, which a restored platform may have sent already.
 * Neither is deleted: deliveries become `DROPPED`, mails `DISMISSED`, and can be sent again one by one.
 */
export async function dropBacklog(ctx: Context, before: Date): Promise<Backlog> {
  await dispatchEvents(ctx);
  return withTransaction(ctx, async ({ open: { tx } }) => {
    const channels = await changeDeliveries(tx, before, "state = 'DROPPED', next_attempt_at = null");
    const dropped = await dismissQueuedMails(tx, before);
    await recordAudits(tx, ctx, "channel.drop_held", channels.map(toSubject));
    await recordAudits(tx, ctx, "mail.dismiss", dropped.map(toMailSubject));
    return { deliveries: sum(channels), mails: dropped.length };
  });
}

/** Sends callbacks of events before a moment, and mails made before it, now and from this process, even while they are held. */
export async function releaseBacklog(
  ctx: Context,
  before: Date,
  settings: Omit<SenderSettings, "ctx" | "occurredBefore">,
): Promise<Backlog> {
  await dispatchEvents(ctx);
  const { channels, waiting } = await withTransaction(ctx, async ({ open: { tx } }) => {
    const channels = await changeDeliveries(tx, before, "next_attempt_at = now()");
    const waiting = await tx
      .select({ id: mails.id })
      .from(mails)
      .where(isQueuedBefore(before))
      .orderBy(mails.createdAt);
    await recordAudits(tx, ctx, "channel.release_held", channels.map(toSubject));
    await recordAudits(tx, ctx, "mail.release_held", waiting.map(toMailSubject));
    return { channels, waiting };
  });
  const sender = createSender({ ...settings, ctx, occurredBefore: before });
  await Promise.all(channels.map(({ id }) => sender.drain(id)));
  for (const { id } of waiting) await sendMail(ctx, id);
  return { deliveries: sum(channels), mails: waiting.length };
}

type ChangedChannel = { id: string; tenantId: string | null; count: number };

/** Changes pending deliveries of events before a moment. @returns their channels and numbers */
async function changeDeliveries(tx: Transaction, before: Date, change: string): Promise<ChangedChannel[]> {
  return tx.execute<ChangedChannel>(sql`
    with changed as (
      update deliveries d set ${sql.raw(change)}
      from domain_events e
      where e.id = d.event_id and d.state = 'PENDING' and e.occurred_at < ${before.toISOString()}::timestamptz
      returning d.channel_id
    )
    select channel.id, channel.tenant_id as "tenantId", count(*)::integer as count
    from changed join notification_channels channel on channel.id = changed.channel_id
    group by channel.id`);
}

const toSubject = ({ id, tenantId, count }: ChangedChannel): AuditSubject => ({
  type: "channel",
  id,
  tenantId,
  after: { deliveries: count },
});

const toMailSubject = ({ id }: { id: string }): AuditSubject => ({ type: "mail", id, tenantId: null });

const sum = (channels: readonly ChangedChannel[]): number =>
  channels.reduce((total, { count }) => total + count, 0);
