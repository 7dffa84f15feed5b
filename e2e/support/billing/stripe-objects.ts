/** Shape of Stripe's objects in events: that of the current API version, or of an older one with other fields. */
export type Shape = "current" | "older";

export const API_VERSION: Record<Shape, string> = { current: "2026-07-29.dahlia", older: "2020-08-27" };

let ids = 0;
/** Unique id in Stripe's format. */
export const stripeId = (prefix: string): string => {
  ids += 1;
  return `${prefix}_${process.pid.toString(36)}${Date.now().toString(36)}${String(ids).padStart(5, "0")}`;
};

export interface SubscriptionValues {
  id: string;
  tenantId?: string | undefined;
  status?: string;
  amount?: number;
  currency?: string;
  periodStart?: number;
  periodEnd?: number;
  cancelAtPeriodEnd?: boolean;
}

export function subscription(shape: Shape, values: SubscriptionValues): Record<string, unknown> {
  const { id, tenantId, status = "active", amount = 7_900, currency = "eur" } = values;
  const { periodStart = 1_790_000_000, periodEnd = 1_792_592_000 } = values;
  const period = { current_period_start: periodStart, current_period_end: periodEnd };
  const price = { id: "price_team", object: "price", nickname: "Team", unit_amount: amount, currency };
  return {
    id,
    object: "subscription",
    status,
    created: 1_789_999_000,
    currency,
    customer: "cus_1",
    cancel_at_period_end: values.cancelAtPeriodEnd ?? false,
    metadata: tenantId ? { tenant_id: tenantId } : {},
    items: {
      object: "list",
      data: [
        {
          id: "si_1",
          object: "subscription_item",
          quantity: 1,
          price,
          ...(shape === "current" && period),
        },
      ],
    },
    ...(shape === "older" && { ...period, plan: { ...price, object: "plan", amount }, quantity: 1 }),
  };
}

export interface InvoiceValues {
  id: string;
  tenantId?: string | undefined;
  subscriptionId?: string | undefined;
  intentId?: string | undefined;
  chargeId?: string | undefined;
  status?: string;
  attempted?: boolean;
  amount?: number;
  currency?: string;
}

export function invoice(shape: Shape, values: InvoiceValues): Record<string, unknown> {
  const { id, tenantId, subscriptionId, status = "paid", amount = 7_900, currency = "eur" } = values;
  const metadata = tenantId ? { tenant_id: tenantId } : {};
  const isPaid = status === "paid";
  return {
    id,
    object: "invoice",
    status,
    created: 1_790_000_100,
    currency,
    attempted: values.attempted ?? isPaid,
    amount_due: amount,
    amount_paid: isPaid ? amount : 0,
    description: null,
    number: "D-0001",
    hosted_invoice_url: `https://invoice.stripe.test/${id}`,
    lines: { object: "list", data: [{ description: "1 × Team (at €79.00 / month)", metadata: {} }] },
    ...(shape === "current"
      ? {
          metadata: subscriptionId ? {} : metadata,
          parent: subscriptionId
            ? {
                type: "subscription_details",
                subscription_details: { subscription: subscriptionId, metadata },
              }
            : null,
        }
      : {
          metadata,
          paid: isPaid,
          subscription: subscriptionId ?? null,
          charge: values.chargeId ?? null,
          payment_intent: values.intentId ?? null,
        }),
  };
}

/** Link between invoice and payment intent; the current API has none on the invoice. */
export const invoicePayment = (id: string, invoiceId: string, intentId: string): Record<string, unknown> => ({
  id,
  object: "invoice_payment",
  status: "paid",
  invoice: invoiceId,
  payment: { type: "payment_intent", payment_intent: intentId },
});

export interface IntentValues {
  id: string;
  tenantId?: string | undefined;
  itemId?: string | undefined;
  status?: string;
  amount?: number;
  currency?: string;
  chargeId?: string;
}

export function paymentIntent(shape: Shape, values: IntentValues): Record<string, unknown> {
  const { id, tenantId, itemId, status = "succeeded", amount = 4_900, currency = "eur" } = values;
  const chargeId = values.chargeId ?? id.replace("pi_", "ch_");
  return {
    id,
    object: "payment_intent",
    status,
    amount,
    amount_received: status === "succeeded" ? amount : 0,
    currency,
    created: 1_790_000_050,
    description: "Offline Sync, one year",
    metadata: { ...(tenantId && { tenant_id: tenantId }), ...(itemId && { item_id: itemId }) },
    ...(shape === "current"
      ? { latest_charge: chargeId }
      : {
          charges: {
            object: "list",
            data: [{ id: chargeId, receipt_url: `https://pay.stripe.test/${chargeId}` }],
          },
        }),
  };
}

export interface ChargeValues {
  id: string;
  intentId?: string;
  tenantId?: string | undefined;
  amount?: number;
  refunded: number;
  currency?: string;
}

export function charge(shape: Shape, values: ChargeValues): Record<string, unknown> {
  const { id, intentId, tenantId, amount = 4_900, refunded, currency = "eur" } = values;
  return {
    id,
    object: "charge",
    status: "succeeded",
    amount,
    amount_refunded: refunded,
    refunded: refunded === amount,
    currency,
    created: 1_790_000_060,
    description: null,
    payment_intent: intentId ?? null,
    metadata: tenantId ? { tenant_id: tenantId } : {},
    receipt_url: `https://pay.stripe.test/${id}`,
    ...(shape === "older" && { invoice: null, refunds: { object: "list", data: [{ amount: refunded }] } }),
  };
}

export interface DisputeValues {
  id: string;
  chargeId: string;
  intentId?: string;
  amount?: number;
  currency?: string;
  status?: string;
}

export const dispute = (shape: Shape, values: DisputeValues): Record<string, unknown> => ({
  id: values.id,
  object: "dispute",
  charge: values.chargeId,
  ...(shape === "current" && { payment_intent: values.intentId ?? null }),
  amount: values.amount ?? 4_900,
  currency: values.currency ?? "eur",
  reason: "product_not_received",
  status: values.status ?? "needs_response",
});

export interface SessionValues {
  id: string;
  mode?: "payment" | "subscription";
  reference?: string;
  intentId?: string | undefined;
  subscriptionId?: string;
  invoiceId?: string;
  status?: string;
  paymentStatus?: string;
  amount?: number;
  currency?: string;
}

export const checkoutSession = (values: SessionValues): Record<string, unknown> => ({
  id: values.id,
  object: "checkout.session",
  mode: values.mode ?? "payment",
  status: values.status ?? "complete",
  payment_status: values.paymentStatus ?? "paid",
  amount_total: values.amount ?? 4_900,
  currency: values.currency ?? "eur",
  created: 1_790_000_040,
  client_reference_id: values.reference ?? null,
  metadata: {},
  payment_intent: values.intentId ?? null,
  subscription: values.subscriptionId ?? null,
  invoice: values.invoiceId ?? null,
});
