import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { payments, subscriptions } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import type { PaymentStatus, SubscriptionStatus } from "@/shared/vocabulary.ts";
import { wasPaid } from "./derive-payment.ts";
import type { RowDiff } from "./row-diff.ts";

/** Records domain events for changed payments and subscriptions, in the transaction of the change. */
export async function recordBillingEvents(
  tx: Transaction,
  ctx: Context,
  changes: readonly RowDiff[],
): Promise<void> {
  for (const change of changes) {
    const status = change.after?.["status"];
    if (typeof status !== "string") continue;
    const previousStatus = (change.before?.["status"] ?? "PENDING") as PaymentStatus;
    // A status back from a won dispute is no new payment.
    if (change.table === "payments" && !wasPaid(previousStatus)) {
      await recordPaymentEvent(tx, ctx, change.id);
    }
    if (change.table === "subscriptions") {
      await recordSubscriptionEvent(
        tx,
        ctx,
        change.id,
        (change.before?.["status"] ?? null) as SubscriptionStatus | null,
      );
    }
  }
}

/** Records a payment that succeeded, even if its refund arrived first, or that failed. */
async function recordPaymentEvent(tx: Transaction, ctx: Context, id: string): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, id));
  if (!payment || payment.status === "PENDING") return;
  const data = {
    paymentId: id,
    provider: payment.provider,
    subscriptionId: payment.subscriptionId,
    amountMinor: String(payment.amountMinor),
    currency: payment.currency,
    description: payment.description,
  };
  const about = { tenantId: payment.tenantId, subjectId: id };
  await (wasPaid(payment.status)
    ? recordEvent(tx, ctx, { ...about, type: "billing.payment_succeeded", data })
    : recordEvent(tx, ctx, { ...about, type: "billing.payment_failed", data: { ...data, failure: null } }));
}

async function recordSubscriptionEvent(
  tx: Transaction,
  ctx: Context,
  id: string,
  previousStatus: SubscriptionStatus | null,
): Promise<void> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) return;
  await recordEvent(tx, ctx, {
    type: "billing.subscription_changed",
    tenantId: row.tenantId,
    subjectId: id,
    data: {
      subscriptionId: id,
      provider: row.provider,
      plan: row.plan,
      status: row.status,
      previousStatus,
      periodEnd: row.periodEnd?.toISOString() ?? null,
    },
  });
}
