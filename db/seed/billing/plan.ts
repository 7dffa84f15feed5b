import type { PaymentProvider } from "../../schema/index.ts";
import { daysBefore, roughlyDaysBefore, secondsAfter } from "../clock.ts";
import { createRandom, type Random } from "../random.ts";
import { type Charge, SALES, SUBSCRIPTIONS, type SubscriptionPlan } from "./ledger.ts";
import { describeObjects } from "./objects.ts";
import { planOddEvents } from "./odd-events.ts";
import { PAYPAL } from "./paypal.ts";
import type { DemoBillingEvent, DemoPayment, DemoSubscription, Message, Provider } from "./provider.ts";
import { STRIPE } from "./stripe.ts";

export interface Billing {
  subscriptions: DemoSubscription[];
  payments: DemoPayment[];
  objects: ReturnType<typeof describeObjects>;
  /** In the order of arrival. */
  events: DemoBillingEvent[];
}

const PROVIDERS: Record<PaymentProvider, Provider> = { STRIPE, PAYPAL };
const PERIOD_DAYS = 30;

/** What tenants pay for, what they paid, and the events that told of it. */
export function planBilling(now: Date): Billing {
  const random = createRandom("billing");
  const pickAnchor = () => roughlyDaysBefore(now, 0, random);
  const renewals = SUBSCRIPTIONS.map((plan) => planSubscription(plan, pickAnchor(), random));
  const sales = SALES.map(({ charge, ...sale }) =>
    planCharge({ ...sale, subscription: null }, charge, pickAnchor(), random),
  );
  const charges = [...renewals.flatMap((renewal) => renewal.charges), ...sales];
  const subscriptions = renewals.map(({ subscription }) => subscription);
  const payments = charges.map(({ payment }) => payment);
  return {
    subscriptions,
    payments,
    objects: describeObjects(subscriptions, payments),
    events: [
      ...renewals.flatMap(({ events }) => events),
      ...charges.flatMap(({ events }) => events),
      ...planOddEvents(now, random),
    ].sort((one, other) => one.receivedAt.getTime() - other.receivedAt.getTime()),
  };
}

function planSubscription(plan: SubscriptionPlan, anchor: Date, random: Random) {
  const createdAt = daysBefore(anchor, plan.startedDaysAgo);
  const periodStart = daysBefore(anchor, plan.charges.at(-1)?.daysAgo ?? plan.startedDaysAgo);
  const changedAt = plan.changedDaysAgo === undefined ? null : daysBefore(anchor, plan.changedDaysAgo);
  const provider = PROVIDERS[plan.provider];
  const subscription: DemoSubscription = {
    id: random.uuid(createdAt),
    tenantId: plan.tenantId,
    provider: plan.provider,
    providerSubscriptionId: provider.subscriptionId(random),
    plan: plan.plan,
    status: plan.status,
    amountMinor: BigInt(plan.amountMinor),
    currency: plan.currency,
    periodStart,
    periodEnd: daysBefore(periodStart, -PERIOD_DAYS),
    cancelsAtPeriodEnd: false,
    stateAt: changedAt ?? createdAt,
    createdAt,
  };
  const objectIds = [subscription.providerSubscriptionId];
  const events = [applied(subscription, objectIds, provider.subscribed(subscription), createdAt, random)];
  if (changedAt) {
    const message = provider.subscriptionChanged(subscription);
    events.push(applied(subscription, objectIds, message, changedAt, random));
  }
  const description = `${plan.plan}, one month`;
  const charges = plan.charges.map((charge) =>
    planCharge({ ...plan, description, subscription }, charge, anchor, random),
  );
  return { subscription, charges, events };
}

interface Sale {
  tenantId: string;
  provider: PaymentProvider;
  description: string;
  amountMinor: number;
  currency: string;
  subscription: DemoSubscription | null;
}

function planCharge(sale: Sale, charge: Charge, anchor: Date, random: Random) {
  const occurredAt = daysBefore(anchor, charge.daysAgo);
  const changedAt = charge.changedDaysAgo === undefined ? null : daysBefore(anchor, charge.changedDaysAgo);
  const provider = PROVIDERS[sale.provider];
  const payment: DemoPayment = {
    id: random.uuid(occurredAt),
    tenantId: sale.tenantId,
    provider: sale.provider,
    providerPaymentId: provider.paymentId(random, sale.subscription !== null),
    subscriptionId: sale.subscription?.id ?? null,
    description: sale.description,
    status: charge.status,
    amountMinor: BigInt(sale.amountMinor),
    refundedMinor: BigInt(charge.refundedMinor ?? 0),
    disputedMinor: BigInt(charge.status === "DISPUTED" ? sale.amountMinor : 0),
    currency: sale.currency,
    receiptUrl: null,
    invoiceUrl: null,
    occurredAt,
    stateAt: changedAt ?? occurredAt,
  };
  const parent = sale.subscription?.providerSubscriptionId;
  const objectIds = [payment.providerPaymentId, ...(parent ? [parent] : [])];
  const charged = provider.charged(payment, sale.subscription);
  const events = [applied(payment, objectIds, charged, occurredAt, random)];
  if (changedAt) events.push(applied(payment, objectIds, provider.chargeChanged(payment), changedAt, random));
  return { payment, events };
}

function applied(
  { provider, tenantId }: DemoSubscription | DemoPayment,
  objectIds: string[],
  message: Message,
  occurredAt: Date,
  random: Random,
): DemoBillingEvent {
  const receivedAt = secondsAfter(occurredAt, 1 + 4 * random.unit());
  return {
    ...PROVIDERS[provider].envelop(random, message, occurredAt),
    id: random.uuid(receivedAt),
    provider,
    type: message.type,
    state: "APPLIED",
    attempts: 1,
    tenantId,
    objectIds,
    occurredAt,
    receivedAt,
    processedAt: secondsAfter(receivedAt, 0.2 + random.unit()),
  };
}
