import { z } from "zod";
import { parsePercentage } from "../parsing/money.ts";
import { knownStatus, OBJECT_ID } from "../parsing/parsed-event.ts";

/**
 * Schemas of Stripe's objects for all API versions since 2017: fields that were added or removed later are optional,
 * unknown fields are ignored.
 */
const text = z.string().nullish();
const number = z.number().nullish();
/** Reference to another object: its id, or the expanded object. */
const id = z.string().regex(OBJECT_ID, "is not an ID");
const reference = z.union([id, z.object({ id }).transform((object) => object.id)]).nullish();
const metadata = z.record(z.string(), z.unknown()).nullish().catch(null);

const Coupon = z.object({
  percent_off: number.transform(parsePercentage),
  amount_off: number,
  currency: text,
  currency_options: z.record(z.string(), z.object({ amount_off: number })).nullish(),
  duration: text,
  applies_to: z.object({ products: z.array(z.string()) }).nullish(),
});
export type Coupon = z.output<typeof Coupon>;

const coupon = z.union([z.string(), Coupon]).nullish();

/** The coupon is `source.coupon` since 2025-09-30, `coupon` before; either may be an id. */
const Discount = z.object({
  id: text,
  end: number,
  coupon,
  source: z.object({ coupon }).nullish(),
});
export type Discount = z.output<typeof Discount>;

const discounts = z.array(z.union([z.string(), Discount])).nullish();

const TaxRate = z.object({ inclusive: z.boolean().nullish(), percentage: number, rate_type: text });
export type TaxRate = z.output<typeof TaxRate>;

const taxRates = z.array(z.union([z.string(), TaxRate])).nullish();
const anything = z.unknown().optional();

const Price = z.object({
  id: text,
  product: reference,
  tax_behavior: text,
  nickname: text,
  lookup_key: text,
  unit_amount: number,
  unit_amount_decimal: text,
  amount: number,
  amount_decimal: text,
  currency: text,
  billing_scheme: text,
  transform_quantity: z.object({ divide_by: z.number(), round: text }).nullish(),
  /** Of a price, and on older plans beside the amount. */
  recurring: z.object({ interval: text, interval_count: number, usage_type: text }).nullish(),
  interval: text,
  interval_count: number,
  usage_type: text,
});
export type Price = z.output<typeof Price>;

export const Subscription = z.object({
  id,
  status: z.string(),
  created: number,
  currency: text,
  metadata,
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: number,
  pause_collection: z.looseObject({}).nullish(),
  current_period_start: number,
  current_period_end: number,
  customer: z
    .union([z.string(), z.object({ balance: number, discount: Discount.nullish() })])
    .nullish()
    .catch(null),
  discount: Discount.nullish(),
  discounts,
  automatic_tax: z.object({ enabled: z.boolean().nullish() }).nullish(),
  default_tax_rates: taxRates,
  tax_percent: number,
  pending_update: anything,
  schedule: anything,
  pending_invoice_item_interval: anything,
  next_pending_invoice_item_invoice: anything,
  billing_thresholds: anything,
  plan: Price.nullish(),
  quantity: number,
  items: z
    .object({
      data: z.array(
        z.object({
          quantity: number,
          price: Price.nullish(),
          plan: Price.nullish(),
          discount: Discount.nullish(),
          discounts,
          tax_rates: taxRates,
          billing_thresholds: anything,
          current_period_start: number,
          current_period_end: number,
        }),
      ),
      has_more: z.boolean().nullish(),
    })
    .nullish(),
});
export type Subscription = z.output<typeof Subscription>;

const SubscriptionDetails = z.object({ subscription: reference, metadata }).nullish();

export const Invoice = z.object({
  id,
  status: knownStatus("draft open paid void uncollectible deleted").nullish(),
  paid: z.boolean().nullish(),
  attempted: z.boolean().nullish(),
  created: number,
  currency: z.string(),
  amount_due: number,
  amount_paid: number,
  ending_balance: number,
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
    .nullish(),
  lines: z
    .object({
      data: z.array(
        z.object({
          description: text,
          metadata,
          subscription: reference,
          parent: z
            .object({ subscription_item_details: z.object({ subscription: reference }).nullish() })
            .nullish(),
        }),
      ),
    })
    .nullish(),
});

export const InvoiceItem = z.object({
  id,
  date: number,
  invoice: reference,
  subscription: reference,
  parent: z.object({ subscription_details: SubscriptionDetails }).nullish(),
});

export const InvoicePayment = z.object({
  id,
  invoice: reference,
  payment: z.object({ payment_intent: reference, charge: reference }).nullish(),
});

export const PaymentIntent = z.object({
  id,
  status: knownStatus(
    `requires_payment_method requires_confirmation requires_action requires_capture requires_source
     requires_source_action processing succeeded canceled`,
  ),
  amount: z.number(),
  amount_received: number,
  currency: z.string(),
  created: number,
  description: text,
  metadata,
  invoice: reference,
  latest_charge: reference,
  payment_details: z.object({ order_reference: text }).nullish().catch(null),
  charges: z.object({ data: z.array(z.object({ id, receipt_url: text })) }).nullish(),
});

export const Charge = z.object({
  id,
  status: knownStatus("succeeded pending failed paid").nullish(),
  amount: z.number(),
  amount_captured: number,
  captured: z.boolean().nullish(),
  refunded: z.boolean().nullish(),
  amount_refunded: number,
  currency: z.string(),
  created: number,
  description: text,
  metadata,
  invoice: reference,
  payment_intent: reference,
  receipt_url: text,
});

export type Charge = z.output<typeof Charge>;

export const Refund = z.object({
  id,
  status: text,
  amount: z.number(),
  currency: z.string(),
  charge: reference,
  payment_intent: reference,
});

export const CreditNote = z.object({
  id,
  status: knownStatus("issued void").nullish(),
  type: text,
  amount: z.number(),
  post_payment_amount: number,
  out_of_band_amount: number,
  customer_balance_transaction: reference,
  currency: z.string(),
  invoice: reference,
  refund: reference,
  refunds: z.array(z.object({ amount_refunded: number, refund: reference })).nullish(),
});

export const Dispute = z.object({
  id: id.nullish(),
  status: knownStatus(
    `warning_needs_response warning_under_review warning_closed needs_response under_review charge_refunded won lost
     prevented`,
  ),
  amount: z.number(),
  currency: z.string(),
  reason: text,
  charge: reference,
  payment_intent: reference,
});

export const CheckoutSession = z.object({
  id,
  mode: text,
  status: knownStatus("open complete expired").nullish(),
  payment_status: knownStatus("paid unpaid no_payment_required").nullish(),
  amount_total: number,
  currency: text,
  created: number,
  client_reference_id: text,
  metadata,
  subscription: reference,
  invoice: reference,
  payment_intent: reference,
});
