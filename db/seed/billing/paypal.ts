import { secondsAfter } from "../clock.ts";
import type { DemoPayment, DemoSubscription, Message, Provider } from "./provider.ts";

/** Amounts are decimal text in the main unit, instants are ISO 8601. */
export const PAYPAL: Provider = {
  subscriptionId: (random) => `I-${random.hex(12).toUpperCase()}`,
  paymentId: (random) => random.hex(17).toUpperCase(),
  subscribed: (subscription) => ({
    type: "BILLING.SUBSCRIPTION.ACTIVATED",
    object: { ...describeSubscription(subscription), status: "ACTIVE" },
  }),
  subscriptionChanged: (subscription) => ({
    type: `BILLING.SUBSCRIPTION.${subscription.status}`,
    object: describeSubscription(subscription),
  }),
  charged: (payment, subscription) =>
    subscription ? describeSale(payment, subscription) : describeCapture(payment),
  chargeChanged: (payment) => ({
    type: "PAYMENT.SALE.REFUNDED",
    object: {
      sale_id: payment.providerPaymentId,
      state: "completed",
      amount: { total: decimal(payment.refundedMinor, payment.currency), currency: payment.currency },
      custom: payment.tenantId,
    },
  }),
  envelop: (random, { type, object }, at) => {
    const eventId = `WH-${random.hex(17)}-${random.hex(17)}`.toUpperCase();
    const transmissionId = random.uuid(at);
    const event = { id: eventId, event_version: "1.0", create_time: at.toISOString(), event_type: type };
    return {
      eventId,
      transmissionId,
      payload: JSON.stringify({ ...event, resource_version: "2.0", resource: object }),
      headers: {
        "content-type": "application/json",
        "paypal-transmission-id": transmissionId,
        "paypal-transmission-time": secondsAfter(at, 1).toISOString(),
        "paypal-auth-algo": "SHA256withRSA",
      },
    };
  },
};

function describeSubscription(subscription: DemoSubscription): Record<string, unknown> {
  const { providerSubscriptionId, tenantId, plan, status, amountMinor, currency } = subscription;
  return {
    id: providerSubscriptionId,
    status,
    plan_id: `P-${plan.toUpperCase()}`,
    custom_id: tenantId,
    start_time: subscription.createdAt.toISOString(),
    billing_info: {
      last_payment: { amount: { currency_code: currency, value: decimal(amountMinor, currency) } },
      next_billing_time: status === "ACTIVE" ? subscription.periodEnd?.toISOString() : undefined,
    },
  };
}

function describeSale(payment: DemoPayment, subscription: DemoSubscription): Message {
  return {
    type: "PAYMENT.SALE.COMPLETED",
    object: {
      id: payment.providerPaymentId,
      state: "completed",
      billing_agreement_id: subscription.providerSubscriptionId,
      amount: { total: decimal(payment.amountMinor, payment.currency), currency: payment.currency },
      custom: payment.tenantId,
      create_time: payment.occurredAt.toISOString(),
    },
  };
}

function describeCapture(payment: DemoPayment): Message {
  const isPending = payment.status === "PENDING";
  return {
    type: `PAYMENT.CAPTURE.${isPending ? "PENDING" : "COMPLETED"}`,
    object: {
      id: payment.providerPaymentId,
      status: isPending ? "PENDING" : "COMPLETED",
      amount: { value: decimal(payment.amountMinor, payment.currency), currency_code: payment.currency },
      custom_id: payment.tenantId,
      create_time: payment.occurredAt.toISOString(),
    },
  };
}

function decimal(amountMinor: bigint, currency: string): string {
  return currency === "JPY" ? String(amountMinor) : (Number(amountMinor) / 100).toFixed(2);
}
