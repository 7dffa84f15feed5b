import { and, desc, eq } from "drizzle-orm";
import { PLATFORM_SCOPE } from "@/db/client.ts";
import { payments, purchases, subscriptions } from "@/db/schema/index.ts";
import type {
  ListingType,
  PaymentProvider,
  PaymentStatus,
  SubscriptionStatus,
} from "@/db/schema/vocabulary.ts";
import { listEntityNames } from "../entities/service.ts";
import type { TenantContext } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { olderThan, pageOf } from "../platform/pagination.ts";
import type { ListPayments } from "./input.ts";
import { formatMoney, type Money, sumByCurrency } from "./parsing/money.ts";

export interface SubscriptionView {
  id: string;
  provider: PaymentProvider;
  plan: string;
  status: SubscriptionStatus;
  /** For people; null where the provider has not said it yet. */
  amount: string | null;
  periodStart: string | null;
  periodEnd: string | null;
  cancelsAtPeriodEnd: boolean;
  /** When the next payment is due, unless there will be none. */
  nextPaymentAt: string | null;
}

export interface PaymentView {
  id: string;
  provider: PaymentProvider;
  description: string;
  status: PaymentStatus;
  amount: string;
  refunded: string | null;
  disputed: string | null;
  isRenewal: boolean;
  receiptUrl: string | null;
  invoiceUrl: string | null;
  occurredAt: string;
}

export interface PurchaseView {
  id: string;
  type: ListingType;
  name: string;
  grantedAt: string;
  revokedAt: string | null;
}

export interface BillingView {
  /** Those that run first, the newest of each first. */
  subscriptions: SubscriptionView[];
  /** What was paid and neither went back nor is disputed, in each currency. */
  paid: string[];
  purchases: PurchaseView[];
}

const RUNNING: readonly SubscriptionStatus[] = ["ACTIVE", "TRIALING", "PAST_DUE", "PAUSED"];
const MAX_ROWS = 1_000;

/** What a tenant subscribes to, has paid and has bought. For every member. */
export async function getBilling(ctx: TenantContext): Promise<BillingView> {
  const [subscribed, moved, bought] = await read(ctx, async (tx) => [
    await tx
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.tenantId, ctx.tenant.id))
      .orderBy(desc(subscriptions.createdAt))
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
      .orderBy(desc(purchases.grantedAt))
      .limit(MAX_ROWS),
  ]);
  // What was bought belongs to other tenants, whose rows this one does not see.
  const names = await read({ ...ctx, scope: PLATFORM_SCOPE }, (tx) =>
    listEntityNames(
      tx,
      bought.map(({ itemId }) => itemId),
    ),
  );
  const byRunning = subscribed.toSorted((one, other) => Number(isRunning(other)) - Number(isRunning(one)));
  return {
    subscriptions: byRunning.map(viewOfSubscription),
    paid: sumByCurrency(moved.map(paymentBalance)).map(formatMoney),
    purchases: bought.map(({ id, itemType, itemId, grantedAt, revokedAt }) => ({
      id,
      type: itemType,
      name: names.get(itemId) ?? "An item that is gone",
      grantedAt: grantedAt.toISOString(),
      revokedAt: revokedAt?.toISOString() ?? null,
    })),
  };
}

/** One page of a tenant's payments through all providers, the newest first. For every member. */
export async function listPayments(
  ctx: TenantContext,
  input: ListPayments,
): Promise<{ payments: PaymentView[]; nextCursor: string | null }> {
  const rows = await read(ctx, (tx) =>
    tx
      .select()
      .from(payments)
      .where(
        and(eq(payments.tenantId, ctx.tenant.id), olderThan(input.cursor, payments.occurredAt, payments.id)),
      )
      .orderBy(desc(payments.occurredAt), desc(payments.id))
      .limit(input.limit + 1),
  );
  const { shown, nextCursor } = pageOf(rows, input.limit, ({ occurredAt, id }) => [occurredAt, id]);
  return { payments: shown.map(viewOfPayment), nextCursor };
}

type Moved = Pick<
  typeof payments.$inferSelect,
  "status" | "amountMinor" | "refundedMinor" | "disputedMinor" | "currency"
>;

/** What a payment left with the platform. */
export function paymentBalance({
  status,
  amountMinor,
  refundedMinor,
  disputedMinor,
  currency,
}: Moved): Money {
  const hasMoved = status !== "PENDING" && status !== "FAILED";
  return { minor: hasMoved ? amountMinor - refundedMinor - disputedMinor : 0n, currency };
}

const isRunning = ({ status }: { status: SubscriptionStatus }) => RUNNING.includes(status);

function viewOfSubscription(row: typeof subscriptions.$inferSelect): SubscriptionView {
  const { id, provider, plan, status, periodStart, periodEnd, cancelsAtPeriodEnd } = row;
  const willRenew = (status === "ACTIVE" || status === "TRIALING") && !cancelsAtPeriodEnd;
  return {
    id,
    provider,
    plan,
    status,
    amount: row.currency === "XXX" ? null : formatMoney({ minor: row.amountMinor, currency: row.currency }),
    periodStart: periodStart?.toISOString() ?? null,
    periodEnd: periodEnd?.toISOString() ?? null,
    cancelsAtPeriodEnd,
    nextPaymentAt: willRenew ? (periodEnd?.toISOString() ?? null) : null,
  };
}

function viewOfPayment(row: typeof payments.$inferSelect): PaymentView {
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
