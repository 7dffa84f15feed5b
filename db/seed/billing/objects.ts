import type { BillingFacts, billingObjects } from "../../schema/index.ts";
import type { DemoPayment, DemoSubscription } from "./provider.ts";

type DemoObject = typeof billingObjects.$inferInsert;

/** What the providers said last of everything that the demo's rows tell of, so that new events find their parents. */
export function describeObjects(subscriptions: DemoSubscription[], payments: DemoPayment[]): DemoObject[] {
  return [
    ...subscriptions.map(describeSubscription),
    ...payments.map((payment) => describePayment(payment, subscriptions)),
    ...payments.filter(({ disputedMinor }) => disputedMinor > 0n).map(describeDispute),
  ];
}

function describeSubscription(row: DemoSubscription): DemoObject {
  const facts: BillingFacts = {
    kind: "SUBSCRIPTION",
    tenantId: row.tenantId,
    plan: row.plan,
    status: row.status,
    amountMinor: String(row.amountMinor),
    currency: row.currency,
    periodStart: row.periodStart?.toISOString() ?? null,
    periodEnd: row.periodEnd?.toISOString() ?? null,
    cancelsAtPeriodEnd: row.cancelsAtPeriodEnd,
    createdAt: row.createdAt.toISOString(),
    isCuredByPayment: row.provider === "PAYPAL",
  };
  const objectId = row.providerSubscriptionId;
  return { ...about(row), objectId, kind: facts.kind, facts, subscriptionRef: objectId };
}

function describePayment(row: DemoPayment, subscriptions: DemoSubscription[]): DemoObject {
  const facts: BillingFacts = {
    kind: "PAYMENT",
    weight: 40,
    tenantId: row.tenantId,
    itemId: null,
    status: row.status === "PENDING" || row.status === "FAILED" ? row.status : "SUCCEEDED",
    amountMinor: String(row.amountMinor),
    refundedMinor: String(row.refundedMinor),
    currency: row.currency,
    description: row.description,
    receiptUrl: row.receiptUrl,
    invoiceUrl: row.invoiceUrl,
    occurredAt: row.occurredAt.toISOString(),
  };
  const parent = subscriptions.find(({ id }) => id === row.subscriptionId);
  return {
    ...about(row),
    objectId: row.providerPaymentId,
    kind: facts.kind,
    facts,
    subscriptionRef: parent?.providerSubscriptionId ?? null,
  };
}

function describeDispute(row: DemoPayment): DemoObject {
  const facts: BillingFacts = {
    kind: "DISPUTE",
    amountMinor: String(row.disputedMinor),
    currency: row.currency,
    isHeld: true,
    reason: "product_not_received",
  };
  const objectId = row.providerPaymentId.replace("pi_", "du_");
  return { ...about(row), objectId, kind: facts.kind, facts, links: [row.providerPaymentId] };
}

const about = ({ provider, stateAt }: DemoSubscription | DemoPayment) => ({
  provider,
  stateAt,
  progress: 0,
  eventId: "demo",
});
