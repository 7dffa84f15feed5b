import { and, eq, inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { payments, purchases, subscriptions } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { findEntityType } from "@/server/domains/items/entities/service.ts";
import type { PaymentProvider } from "@/shared/vocabulary.ts";
import { derivePayment, grantsItem, type PaymentPart, wasPaid } from "./derive-payment.ts";
import { type BillingObject, findLinkedObjects, findSubscriptionObjects, findTenantId } from "./objects.ts";
import { diffRow, type RowDiff } from "./row-diff.ts";

type Payment = typeof payments.$inferSelect;

export interface PaymentProjection {
  isResolved: boolean;
  tenantId: string | null;
  /** Ids of all objects of the payment. */
  objectIds: string[];
  changes: RowDiff[];
  /** Reason why the purchase cannot be granted. */
  problem: string | null;
}

/**
 * Payment projection: derives the rows of a payment and its purchases from the newest states of the linked objects.
 * @param startId any object of the payment
 * @param eventObjectIds objects of the event; only their problems are reported
 */
export async function projectPayment(
  tx: Transaction,
  ctx: Context,
  provider: PaymentProvider,
  startId: string,
  eventObjectIds: readonly string[],
): Promise<PaymentProjection> {
  const group = await findLinkedObjects(tx, provider, [startId]);
  const objectIds = [...new Set(group.flatMap(({ objectId, links }) => [objectId, ...links]))];
  const subscriptionRef = group.find((part) => part.subscriptionRef)?.subscriptionRef ?? null;
  const known = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider), inArray(payments.providerPaymentId, objectIds)))
    .orderBy(payments.id);
  const before = known.find(({ status }) => wasPaid(status)) ?? known[0];
  const merged = known.filter((payment) => payment !== before);
  const family = subscriptionRef ? await findSubscriptionObjects(tx, provider, subscriptionRef) : [];
  const tenantId = findTenantId(group) ?? findTenantId(family) ?? before?.tenantId ?? null;
  const state = derivePayment(group.filter(isPaymentPart));
  const result = { tenantId, objectIds, changes: [] as RowDiff[], problem: null };
  if (!state) {
    for (const payment of known) result.changes.push(...(await removePayment(tx, payment)));
    const isOrphan = group.some(({ kind }) => kind === "REFUND" || kind === "DISPUTE");
    return { ...result, isResolved: !isOrphan };
  }
  if (!tenantId) return { ...result, isResolved: false };
  for (const duplicate of merged) result.changes.push(...(await removePayment(tx, duplicate)));
  const { description, endedAt, ...amounts } = state;
  const values = {
    ...amounts,
    tenantId,
    subscriptionId: subscriptionRef ? await findSubscriptionId(tx, provider, subscriptionRef) : null,
    description: description ?? "Payment",
  };
  const [after] = before
    ? await tx.update(payments).set(values).where(eq(payments.id, before.id)).returning()
    : await tx
        .insert(payments)
        .values({ id: ctx.newId(), provider, ...values })
        .returning();
  result.changes.push(...diffRow("payments", before, after));
  if (!after) return { ...result, isResolved: true };
  const { changes, problem } = await projectPurchases(tx, ctx, after, group, endedAt);
  result.changes.push(...changes);
  return {
    ...result,
    isResolved: true,
    problem: problem ?? findForeignRefund(group, eventObjectIds, after.currency),
  };
}

/**
 * Purchase projection: every item of a payment that was paid is listed, granted while the payment stands, and ended once
 * it is refunded or disputed.
 */
async function projectPurchases(
  tx: Transaction,
  ctx: Context,
  payment: Payment,
  group: readonly BillingObject[],
  endedAt: Date,
): Promise<{ changes: RowDiff[]; problem: string | null }> {
  const known = await tx.select().from(purchases).where(eq(purchases.paymentId, payment.id));
  const unpaid = findUnpaidItemIds(group);
  const paid = wasPaid(payment.status) ? findItemIds(group).filter((id) => !unpaid.has(id)) : [];
  const changes: RowDiff[] = [];
  let problem: string | null = null;
  for (const purchase of known.filter(({ itemId }) => !paid.includes(itemId))) {
    await tx.delete(purchases).where(eq(purchases.id, purchase.id));
    changes.push(...diffRow("purchases", purchase, undefined));
  }
  for (const itemId of new Set(paid)) {
    const before = known.find((purchase) => purchase.itemId === itemId);
    const itemType = before?.itemType ?? (await findEntityType(tx, itemId));
    if (!itemType) {
      problem = `The purchased item ${itemId} does not exist.`;
      continue;
    }
    const values = {
      tenantId: payment.tenantId,
      itemType,
      itemId,
      grantedAt: payment.occurredAt,
      revokedAt: grantsItem(payment.status) ? null : endedAt,
    };
    const [after] = before
      ? await tx.update(purchases).set(values).where(eq(purchases.id, before.id)).returning()
      : await tx
          .insert(purchases)
          .values({ id: ctx.newId(), paymentId: payment.id, ...values })
          .returning();
    changes.push(...diffRow("purchases", before, after));
  }
  return { changes, problem };
}

/** Deletes a duplicate: two rows that turned out to be one payment, such as an intent and its invoice. */
async function removePayment(tx: Transaction, payment: Payment): Promise<RowDiff[]> {
  const deleted = await tx.delete(purchases).where(eq(purchases.paymentId, payment.id)).returning();
  await tx.delete(payments).where(eq(payments.id, payment.id));
  return [
    ...deleted.flatMap((purchase) => diffRow("purchases", purchase, undefined)),
    ...diffRow("payments", payment, undefined),
  ];
}

async function findSubscriptionId(
  tx: Transaction,
  provider: PaymentProvider,
  ref: string,
): Promise<string | null> {
  const [row] = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, provider), eq(subscriptions.providerSubscriptionId, ref)));
  return row?.id ?? null;
}

const isPaymentPart = (object: BillingObject): object is BillingObject & PaymentPart =>
  object.kind === "PAYMENT" || object.kind === "REFUND" || object.kind === "DISPUTE";

const findItemIds = (group: readonly BillingObject[]): string[] =>
  group.flatMap(({ facts }) => ("itemIds" in facts ? facts.itemIds : []));

/**
 * Items of an unpaid part. Where several objects pay one amount together, such as the captures of an order, an item
 * that only a failed or pending one names is not bought.
 */
function findUnpaidItemIds(group: readonly BillingObject[]): Set<string> {
  const facts = group.flatMap((object) => (object.facts.kind === "PAYMENT" ? [object.facts] : []));
  const paid = facts.filter(({ status }) => status === "SUCCEEDED");
  const weight = Math.max(...paid.map((payment) => payment.weight));
  const bought = new Set(paid.flatMap(({ itemIds }) => itemIds));
  const unpaid = facts.filter(
    (payment) => payment.weight === weight && (payment.status === "FAILED" || payment.status === "PENDING"),
  );
  return new Set(unpaid.flatMap(({ itemIds }) => itemIds).filter((id) => !bought.has(id)));
}

/** Problem of a refund in another currency than the payment's, which cannot be subtracted from it. */
function findForeignRefund(
  group: readonly BillingObject[],
  ownIds: readonly string[],
  currency: string,
): string | null {
  const foreign = group.find(
    ({ objectId, facts }) =>
      facts.kind === "REFUND" &&
      facts.status === "SUCCEEDED" &&
      facts.currency !== currency &&
      ownIds.includes(objectId),
  );
  if (foreign?.facts.kind !== "REFUND") return null;
  return `The refund is in ${foreign.facts.currency}, but the payment is in ${currency}. The refund was not applied.`;
}
