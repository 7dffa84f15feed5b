import { z } from "zod";

/**
 * Schemas of Stripe's objects for all API versions since 2017: fields that were added or removed later are optional,
 * unknown fields are ignored.
 */
const text = z.string().nullish();
const number = z.number().nullish();
/** Reference to another object: its id, or the expanded object. */
const reference = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .catch(null);
const metadata = z.record(z.string(), z.unknown()).nullish().catch(null);

const Price = z.object({
  id: text,
  nickname: text,
  lookup_key: text,
  unit_amount: number,
  amount: number,
  currency: text,
});

export const Subscription = z.object({
  id: z.string(),
  status: z.string(),
  created: number,
  currency: text,
  metadata,
  cancel_at_period_end: z.boolean().nullish(),
  current_period_start: number,
  current_period_end: number,
  plan: Price.nullish(),
  quantity: number,
  items: z
    .object({
      data: z.array(
        z.object({
          quantity: number,
          price: Price.nullish(),
          plan: Price.nullish(),
          current_period_start: number,
          current_period_end: number,
        }),
      ),
    })
    .nullish(),
});
export type Subscription = z.output<typeof Subscription>;

const SubscriptionDetails = z.object({ subscription: reference, metadata }).nullish();

export const Invoice = z.object({
  id: z.string(),
  status: text,
  paid: z.boolean().nullish(),
  attempted: z.boolean().nullish(),
  created: number,
  currency: z.string(),
  amount_due: number,
  amount_paid: number,
  description: text,
  number: text,
  hosted_invoice_url: text,
  metadata,
  subscription: reference,
  subscription_details: SubscriptionDetails,
  parent: z.object({ subscription_details: SubscriptionDetails }).nullish(),
  charge: reference,
  payment_intent: reference,
  payments: z
    .object({
      data: z.array(
        z.object({ payment: z.object({ payment_intent: reference, charge: reference }).nullish() }),
      ),
    })
    .nullish()
    .catch(null),
  lines: z
    .object({ data: z.array(z.object({ description: text, metadata })) })
    .nullish()
    .catch(null),
});

export const InvoicePayment = z.object({
  id: z.string(),
  invoice: reference,
  payment: z.object({ payment_intent: reference, charge: reference }).nullish(),
});

export const PaymentIntent = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  amount_received: number,
  currency: z.string(),
  created: number,
  description: text,
  metadata,
  invoice: reference,
  latest_charge: reference,
  payment_details: z.object({ order_reference: text }).nullish().catch(null),
  charges: z
    .object({ data: z.array(z.object({ id: z.string(), receipt_url: text })) })
    .nullish()
    .catch(null),
});

export const Charge = z.object({
  id: z.string(),
  status: text,
  amount: z.number(),
  amount_refunded: number,
  currency: z.string(),
  created: number,
  description: text,
  metadata,
  invoice: reference,
  payment_intent: reference,
  receipt_url: text,
});

export const Dispute = z.object({
  id: text,
  status: z.string(),
  amount: z.number(),
  currency: z.string(),
  reason: text,
  charge: reference,
  payment_intent: reference,
});

export const CheckoutSession = z.object({
  id: z.string(),
  mode: text,
  status: text,
  payment_status: text,
  amount_total: number,
  currency: text,
  created: number,
  client_reference_id: text,
  metadata,
  subscription: reference,
  invoice: reference,
  payment_intent: reference,
});
