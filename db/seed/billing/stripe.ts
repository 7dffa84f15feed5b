import {
  type DemoPayment,
  type DemoSubscription,
  type Message,
  type Provider,
  unixSeconds,
} from "./provider.ts";

const API_VERSION = "2025-08-27.basil";

/** Amounts are integers of the smallest unit, instants are seconds. */
export const STRIPE: Provider = {
  subscriptionId: (random) => `sub_${random.hex(24)}`,
  paymentId: (random, isRenewal) => `${isRenewal ? "in" : "pi"}_${random.hex(24)}`,
  subscribed: (subscription) => ({
    type: "customer.subscription.created",
    object: { ...describeSubscription(subscription), status: "active" },
  }),
  subscriptionChanged: (subscription) => ({
    type: "customer.subscription.updated",
    object: describeSubscription(subscription),
  }),
  charged: (payment, subscription) =>
    subscription ? describeInvoice(payment, subscription) : describeIntent(payment),
  chargeChanged: (payment) =>
    payment.status === "DISPUTED"
      ? { type: "charge.dispute.created", object: describeDispute(payment) }
      : { type: "charge.refunded", object: describeCharge(payment) },
  envelop: (random, { type, object }, at) => {
    const eventId = `evt_${random.hex(24)}`;
    const event = { id: eventId, object: "event", api_version: API_VERSION, created: unixSeconds(at) };
    return {
      eventId,
      transmissionId: null,
      payload: JSON.stringify({ ...event, data: { object }, livemode: false, pending_webhooks: 1, type }),
      headers: { "content-type": "application/json; charset=utf-8", "user-agent": "Stripe/1.0" },
    };
  },
};

function describeSubscription(subscription: DemoSubscription): Record<string, unknown> {
  const { providerSubscriptionId, tenantId, plan, amountMinor, periodStart, periodEnd } = subscription;
  const currency = subscription.currency.toLowerCase();
  const price = { object: "price", unit_amount: Number(amountMinor), currency, nickname: plan };
  return {
    id: providerSubscriptionId,
    object: "subscription",
    status: subscription.status.toLowerCase(),
    currency,
    metadata: { tenant_id: tenantId },
    items: {
      object: "list",
      data: [
        {
          object: "subscription_item",
          quantity: 1,
          current_period_start: periodStart && unixSeconds(periodStart),
          current_period_end: periodEnd && unixSeconds(periodEnd),
          price,
        },
      ],
    },
  };
}

function describeInvoice(payment: DemoPayment, subscription: DemoSubscription): Message {
  const isPaid = payment.status !== "FAILED";
  const amount = Number(payment.amountMinor);
  return {
    type: isPaid ? "invoice.payment_succeeded" : "invoice.payment_failed",
    object: {
      id: payment.providerPaymentId,
      object: "invoice",
      status: isPaid ? "paid" : "open",
      currency: payment.currency.toLowerCase(),
      amount_due: amount,
      amount_paid: isPaid ? amount : 0,
      description: payment.description,
      parent: {
        type: "subscription_details",
        subscription_details: {
          subscription: subscription.providerSubscriptionId,
          metadata: { tenant_id: payment.tenantId },
        },
      },
    },
  };
}

/** A dispute is still ahead when the money arrives, so the first message of any sale tells of success. */
function describeIntent(payment: DemoPayment): Message {
  return {
    type: "payment_intent.succeeded",
    object: {
      id: payment.providerPaymentId,
      object: "payment_intent",
      status: "succeeded",
      amount: Number(payment.amountMinor),
      amount_received: Number(payment.amountMinor),
      currency: payment.currency.toLowerCase(),
      description: payment.description,
      metadata: { tenant_id: payment.tenantId },
    },
  };
}

function describeCharge(payment: DemoPayment): Record<string, unknown> {
  return {
    id: payment.providerPaymentId.replace("pi_", "ch_"),
    object: "charge",
    payment_intent: payment.providerPaymentId,
    amount: Number(payment.amountMinor),
    amount_refunded: Number(payment.refundedMinor),
    refunded: payment.refundedMinor === payment.amountMinor,
    currency: payment.currency.toLowerCase(),
    metadata: { tenant_id: payment.tenantId },
  };
}

function describeDispute(payment: DemoPayment): Record<string, unknown> {
  return {
    id: payment.providerPaymentId.replace("pi_", "du_"),
    object: "dispute",
    payment_intent: payment.providerPaymentId,
    amount: Number(payment.amountMinor),
    currency: payment.currency.toLowerCase(),
    reason: "product_not_received",
    status: "needs_response",
  };
}
