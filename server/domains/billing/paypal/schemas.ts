import { z } from "zod";
import { parseDecimalAmount } from "../parsing/money.ts";
import { knownStatus, OBJECT_ID } from "../parsing/parsed-event.ts";

/** Schemas of PayPal's resources in API versions 1 and 2; unknown fields are ignored. */
const text = z.string().nullish();
const id = z.string().regex(OBJECT_ID, "is not an ID");
/** Reference to another object; an empty one counts as missing. */
const reference = z.union([id, z.literal("")]).nullish();

/** `{ total, currency }` in version 1, `{ value, currency_code }` in version 2. */
export const Amount = z
  .object({ total: text, currency: text, value: text, currency_code: text })
  .transform((given, issue) => {
    const money = parseDecimalAmount(
      given.value ?? given.total ?? "",
      given.currency_code ?? given.currency ?? "",
    );
    if (money) return money;
    issue.addIssue({ code: "custom", message: "is not a valid amount in its currency" });
    return z.NEVER;
  });
/** Informative amount; an invalid one counts as missing. */
const optionalAmount = Amount.nullish().catch(null);

const links = z
  .array(z.object({ href: z.string(), rel: text }))
  .nullish()
  .catch(null);

export const EventEnvelope = z.object({
  resource: z.record(z.string(), z.unknown()),
});

const subscriptionStatus = knownStatus(
  "approval_pending approved pending active reactivated suspended cancelled canceled expired",
).nullish();

export const Subscription = z.object({
  id,
  /** Version 2; `state` is version 1's. */
  status: subscriptionStatus,
  state: subscriptionStatus,
  plan_id: text,
  plan_overridden: z.boolean().nullish(),
  quantity: text,
  shipping_amount: optionalAmount,
  custom_id: text,
  custom: text,
  description: text,
  start_time: text,
  start_date: text,
  create_time: text,
  billing_info: z
    .object({
      last_payment: z.object({ amount: optionalAmount, time: text }).nullish().catch(null),
      next_billing_time: text,
      outstanding_balance: optionalAmount,
      cycle_executions: z
        .array(
          z.object({
            tenure_type: text,
            sequence: z.number().nullish(),
            cycles_remaining: z.number().nullish(),
          }),
        )
        .nullish()
        .catch(null),
    })
    .nullish(),
  plan: z
    .object({
      curr_code: text,
      name: text,
      taxes: z.object({ percentage: text, inclusive: z.boolean().nullish() }).nullish(),
      billing_cycles: z
        .array(
          z.object({
            tenure_type: text,
            sequence: z.number().nullish(),
            pricing_scheme: z.object({ fixed_price: optionalAmount, pricing_model: text }).nullish(),
          }),
        )
        .nullish()
        .catch(null),
      payment_definitions: z
        .array(
          z.object({
            type: text,
            amount: z.object({ value: text }).nullish(),
            charge_models: z.array(z.object({ amount: z.object({ value: text }).nullish() })).nullish(),
          }),
        )
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
  agreement_details: z.object({ next_billing_date: text, last_payment_date: text }).nullish().catch(null),
});

/** Of sales, captures and authorizations. */
const paymentStatus = knownStatus(
  `completed partially_refunded refunded reversed pending declined denied failed voided created authorized captured
   partially_captured partially_created expired`,
).nullish();

/** A sale of version 1 or a capture of version 2. */
export const Payment = z.object({
  id,
  status: paymentStatus,
  state: paymentStatus,
  amount: Amount,
  custom_id: text,
  custom: text,
  invoice_id: text,
  billing_agreement_id: reference,
  parent_payment: reference,
  create_time: text,
  supplementary_data: z
    .object({ related_ids: z.object({ order_id: reference, authorization_id: reference }).nullish() })
    .nullish()
    .catch(null),
  links,
});

const refundStatus = knownStatus("completed pending failed cancelled canceled denied").nullish();

export const Refund = z.object({
  id,
  status: refundStatus,
  state: refundStatus,
  amount: Amount,
  sale_id: reference,
  capture_id: reference,
  parent_payment: reference,
  total_refunded_amount: z
    .object({ value: text, total: text, currency: text, currency_code: text })
    .nullish()
    .catch(null),
  seller_payable_breakdown: z.object({ total_refunded_amount: optionalAmount }).nullish().catch(null),
  links,
});

const part = z.record(z.string(), z.unknown());
const parts = z.array(part).nullish();

/** A payment of version 1, with its sales, captures and refunds. */
export const PaymentV1 = z.object({
  id,
  state: knownStatus(
    "created approved failed pending in_progress completed partially_completed expired canceled cancelled",
  ).nullish(),
  create_time: text,
  transactions: z
    .array(
      z.object({
        amount: optionalAmount,
        custom: text,
        description: text,
        related_resources: z
          .array(
            z.object({
              sale: part.optional(),
              capture: part.optional(),
              authorization: part.optional(),
              refund: part.optional(),
            }),
          )
          .nullish(),
      }),
    )
    .nullish(),
});

export const Order = z.object({
  id,
  status: knownStatus(
    "created saved approved voided completed payer_action_required pending processed declined failed",
  ).nullish(),
  intent: text,
  create_time: text,
  gross_amount: optionalAmount,
  purchase_units: z
    .array(
      z.object({
        amount: optionalAmount,
        custom_id: text,
        description: text,
        payments: z.object({ captures: parts, authorizations: parts, refunds: parts }).nullish(),
      }),
    )
    .nullish(),
});

export const Dispute = z.object({
  dispute_id: id,
  status: text,
  reason: text,
  dispute_amount: optionalAmount,
  dispute_outcome: z.object({ outcome_code: text, amount_refunded: optionalAmount }).nullish().catch(null),
  disputed_transactions: z
    .array(z.object({ seller_transaction_id: reference, gross_amount: optionalAmount }))
    .nullish()
    .catch(null),
});
