import { and, desc, eq } from "drizzle-orm";
import { PLATFORM_SCOPE } from "@/db/client.ts";
import { payments, purchases, subscriptions } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { olderThan, pageOf, readPagePosition } from "@/server/core/pagination.ts";
import { read } from "@/server/core/transactions.ts";
import { listEntityNames } from "@/server/domains/items/entities/service.ts";
import type { SubscriptionStatus } from "@/shared/vocabulary.ts";
import { wasPaid } from "./derive-payment.ts";
import type { ListPayments } from "./input.ts";
import { formatMoney, type Money, NO_CURRENCY, sumByCurrency } from "./parsing/money.ts";
import type { BillingView, SubscriptionView } from "./view.ts";

const RUNNING_STATUSES: readonly SubscriptionStatus[] = ["ACTIVE", "TRIALING", "PAST_DUE", "PAUSED"];
const MAX_ROWS = 1_000;

/** Subscriptions, paid totals and purchases of a tenant. For every member. */
export async function getBilling(ctx: TenantContext): Promise<BillingView> {
  const [subscriptionRows, amounts, purchaseRows] = await read(ctx, async (tx) => [
    await tx
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.tenantId, ctx.tenant.id))
      .orderBy(desc(subscriptions.createdAt), subscriptions.provider, subscriptions.providerSubscriptionId)
      .limit(MAX_ROWS),
    await tx
      .select({
        status: payments.status,
        amountMinor: payments.amountMinor,
        refundedMinor: payments.refundedMinor,
        disputedMinor: payments.disputedMinor,
        currency: payments.currency,
      })
      .from(payments)
      .where(eq(payments.tenantId, ctx.tenant.id)),
    await tx
      .select()
      .from(purchases)
      .where(eq(purchases.tenantId, ctx.tenant.id))
      .orderBy(desc(purchases.grantedAt), purchases.itemId, desc(purchases.revokedAt), purchases.id)
      .limit(MAX_ROWS),
  ]);
  // Purchased items belong to other tenants, whose rows row-level security hides in this scope.
  const names = await read({ ...ctx, scope: PLATFORM_SCOPE }, (tx) =>
    listEntityNames(
      tx,
      purchaseRows.map(({ itemId }) => itemId),
    ),
  );
  const sorted = subscriptionRows.toSorted((one, other) => Number(isRunning(other)) - Number(isRunning(one)));
  return {
    subscriptions: sorted.map(toSubscriptionView),
    paid: sumByCurrency(amounts.map(paymentBalance)).map(formatMoney),
    purchases: purchaseRows.map(({ id, itemType, itemId, grantedAt, revokedAt }) => ({
      id,
      type: itemType,
      name: names.get(itemId) ?? "Deleted item",
      grantedAt: grantedAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
  };
}

/** One page of a tenant's payments of all providers, newest first. For every member. */
export async function listPayments(ctx: TenantContext, { limit, cursor }: ListPayments) {
  const isOfTenant = eq(payments.tenantId, ctx.tenant.id);
  const [rows, position] = await read(ctx, async (tx) => [
    await tx
      .select()
      .from(payments)
      .where(and(isOfTenant, olderThan(cursor, payments.occurredAt, payments.id)))
      .orderBy(desc(payments.occurredAt), desc(payments.id))
      .limit(limit + 1),
    await readPagePosition(tx, {
      list: tx.select({ key: payments.occurredAt, id: payments.id }).from(payments).where(isOfTenant),
      order: "newest-first",
      cursor,
      limit,
    }),
  ]);
  const { shown, nextCursor } = pageOf(rows, limit, ({ occurredAt, id }) => [occurredAt, id]);
  return { payments: shown.map(toPaymentView), nextCursor, ...position };
}

type PaymentAmounts = Pick<
  typeof payments.$inferSelect,
  "status" | "amountMinor" | "refundedMinor" | "disputedMinor" | "currency"
>;

/** Balance of a payment: its amount without refunds and disputes, or zero if it was not paid. */
export function paymentBalance({
  status,
  amountMinor,
  refundedMinor,
  disputedMinor,
  currency,
}: PaymentAmounts): Money {
  return { minor: wasPaid(status) ? amountMinor - refundedMinor - disputedMinor : 0n, currency };
}

const isRunning = ({ status }: { status: SubscriptionStatus }) => RUNNING_STATUSES.includes(status);

function toSubscriptionView(row: typeof subscriptions.$inferSelect): SubscriptionView {
  const { id, provider, plan, status, amountMinor, currency, periodStart, periodEnd, endsAt } = row;
  const endsWithPeriod = endsAt !== null && (!periodEnd || endsAt <= periodEnd);
  const willRenew = (status === "ACTIVE" || status === "TRIALING") && !endsWithPeriod;
  return {
    id,
    provider,
    plan,
    status,
    amount:
      amountMinor === null || currency === NO_CURRENCY ? null : formatMoney({ minor: amountMinor, currency }),
    periodStart: periodStart?.toISOString() ?? null,
    periodEnd: periodEnd?.toISOString() ?? null,
    cancelsAtPeriodEnd: endsWithPeriod,
    endsAt: endsAt?.toISOString() ?? null,
    nextPaymentAt: willRenew ? (periodEnd?.toISOString() ?? null) : null,
  };
}

function toPaymentView(row: typeof payments.$inferSelect) {
  const { id, provider, description, status, currency, receiptUrl, invoiceUrl } = row;
  const shown = (minor: bigint) => (minor > 0n ? formatMoney({ minor, currency }) : null);
  return {
    id,
    provider,
    description,
    status,
    amount: formatMoney({ minor: row.amountMinor, currency }),
    refunded: shown(row.refundedMinor),
    disputed: shown(row.disputedMinor),
    isRenewal: row.subscriptionId !== null,
    receiptUrl,
    invoiceUrl,
    occurredAt: row.occurredAt.toISOString(),
  };
}
