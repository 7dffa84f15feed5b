import { and, eq, or, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { billingEvents } from "@/db/schema/index.ts";
import { recordAudit } from "@/server/core/audit.ts";
import type { Context } from "@/server/core/context.ts";
import { withTransaction } from "@/server/core/transactions.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import type { PaymentProvider } from "@/shared/vocabulary.ts";
import { processingJobKey } from "./apply.ts";
import type { WebhookReceipt } from "./view.ts";

/** Webhook request with a verified signature. */
export interface VerifiedWebhook {
  provider: PaymentProvider;
  eventId: string;
  transmissionId: string | null;
  type: string;
  occurredAt: Date;
  /** Body as received. */
  payload: string;
  headers: Record<string, string>;
}

/**
 * Receives a payment provider's event. One transaction stores it, queues its processing and audits it, so an
 * acknowledged event is never lost. A repeated event id or transmission id is a duplicate: counted, without effect.
 */
export async function receiveEvent(ctx: Context, webhook: VerifiedWebhook): Promise<WebhookReceipt> {
  const isNew = await withTransaction(ctx, async ({ open: { tx } }) => {
    const [event] = await tx
      .insert(billingEvents)
      .values({ id: ctx.newId(), receivedAt: ctx.now(), ...webhook })
      .onConflictDoNothing()
      .returning({ id: billingEvents.id });
    if (!event) {
      await countDuplicate(tx, webhook);
      return false;
    }
    await enqueue(tx, "process_billing_event", { eventId: event.id }, { jobKey: processingJobKey(event.id) });
    await recordAudit(tx, ctx, "billing_event.receive", {
      type: "billing_event",
      id: event.id,
      tenantId: null,
      after: {
        provider: webhook.provider,
        eventId: webhook.eventId,
        type: webhook.type,
        state: "RECEIVED",
      },
    });
    return true;
  });
  return { received: true, duplicate: !isNew };
}

async function countDuplicate(
  tx: Transaction,
  { provider, eventId, transmissionId }: VerifiedWebhook,
): Promise<void> {
  const isSame = transmissionId
    ? or(eq(billingEvents.eventId, eventId), eq(billingEvents.transmissionId, transmissionId))
    : eq(billingEvents.eventId, eventId);
  await tx
    .update(billingEvents)
    .set({ duplicates: sql`${billingEvents.duplicates} + 1` })
    .where(and(eq(billingEvents.provider, provider), isSame));
}
