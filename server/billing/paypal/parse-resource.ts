import type { z } from "zod";
import type { PaymentFacts, SubscriptionFacts } from "@/db/schema/billing-facts.ts";
import { parseDecimalAmount, sumByCurrency } from "../parsing/money.ts";
import {
  mergeTenantReferences,
  type ObjectState,
  parseTenantReference,
  type StoredEvent,
  sanitizeText,
  toAmountFacts,
} from "../parsing/parsed-event.ts";
import { Dispute, Order, Payment, Refund, Subscription } from "./schemas.ts";

/** Parses a resource, from an event or from the API, into object states. */
export type ParseResource = (event: StoredEvent, resource: unknown) => ObjectState[];

/** Weights of payment objects: the amount of a capture or sale wins over that of its order. */
const WEIGHT = { payment: 40, order: 10 };

/** `BILLING.SUBSCRIPTION.*`; in API version 1 an agreement with `state` instead of `status`. */
export const parseSubscription: ParseResource = (event, resource) => {
  const subscription = Subscription.parse(resource);
  const { billing_info: info, agreement_details: details, plan } = subscription;
  const regular = plan?.payment_definitions?.find(({ type }) => type === "REGULAR")?.amount?.value;
  const money = info?.last_payment?.amount ??
    (regular ? parseDecimalAmount(regular, plan?.curr_code ?? "") : null) ?? { minor: 0n, currency: "XXX" };
  const startedAt = toIsoTime(subscription.start_time ?? subscription.start_date);
  return [
    {
      ...stateFields(event, subscription.id, rankOf(event.type)),
      subscriptionRef: subscription.id,
      facts: {
        kind: "SUBSCRIPTION",
        tenantId: parseTenantReference(subscription.custom_id ?? subscription.custom).tenantId,
        plan: sanitizeText(plan?.name ?? subscription.plan_id ?? subscription.description) ?? "Plan",
        status: subscriptionStatus(event.type, subscription),
        ...toAmountFacts(money),
        periodStart: toIsoTime(info?.last_payment?.time ?? details?.last_payment_date) ?? startedAt,
        periodEnd: toIsoTime(info?.next_billing_time ?? details?.next_billing_date),
        cancelsAtPeriodEnd: false,
        createdAt: toIsoTime(subscription.create_time) ?? startedAt ?? event.occurredAt.toISOString(),
        isCuredByPayment: true,
      },
    },
  ];
};

/** Rank of event types within one instant: created, changed, suspended, ended. */
const EVENT_RANKS = new Map([
  ["CREATED", 0],
  ["SUSPENDED", 2],
  ["CANCELLED", 3],
  ["EXPIRED", 3],
]);
const OTHER_EVENT_RANK = 1;

const rankOf = (type: string): number => EVENT_RANKS.get(type.split(".").at(-1) ?? "") ?? OTHER_EVENT_RANK;

const STATUSES: Record<string, SubscriptionFacts["status"]> = {
  APPROVAL_PENDING: null,
  APPROVED: null,
  PENDING: null,
  ACTIVE: "ACTIVE",
  REACTIVATED: "ACTIVE",
  SUSPENDED: "PAUSED",
  CANCELLED: "CANCELLED",
  CANCELED: "CANCELLED",
  EXPIRED: "EXPIRED",
};

function subscriptionStatus(
  type: string,
  { status, state, billing_info: info }: z.output<typeof Subscription>,
) {
  const known = STATUSES[(status ?? state ?? "").toUpperCase()] ?? null;
  if (known !== "ACTIVE") return known;
  if (type.endsWith(".PAYMENT.FAILED")) return "PAST_DUE";
  const isTrial = info?.cycle_executions?.some(
    (cycle) => cycle.tenure_type === "TRIAL" && (cycle.cycles_remaining ?? 0) > 0,
  );
  return isTrial ? "TRIALING" : "ACTIVE";
}

/** `PAYMENT.SALE.*` and `PAYMENT.CAPTURE.*` */
export const parsePayment: ParseResource = (event, resource) => {
  const payment = Payment.parse(resource);
  const status = PAYMENT_STATUSES[(payment.status ?? payment.state ?? "").toUpperCase()] ?? "PENDING";
  const orderId =
    payment.supplementary_data?.related_ids?.order_id ?? findLinkedId(payment.links, /\/checkout\/orders\//);
  return [
    {
      ...stateFields(event, payment.id, status === "PENDING" ? 0 : 1),
      links: orderId ? [orderId] : [],
      subscriptionRef: payment.billing_agreement_id ?? null,
      facts: {
        kind: "PAYMENT",
        weight: WEIGHT.payment,
        ...parseTenantReference(payment.custom_id ?? payment.custom),
        status,
        ...toAmountFacts(payment.amount),
        refundedMinor: "0",
        description: sanitizeText(payment.invoice_id ? `Invoice ${payment.invoice_id}` : null),
        receiptUrl: null,
        invoiceUrl: null,
        occurredAt: toIsoTime(payment.create_time) ?? event.occurredAt.toISOString(),
      },
    },
  ];
};

/** Refunded ones have succeeded too: refunds are objects of their own. */
const PAYMENT_STATUSES: Record<string, PaymentFacts["status"]> = {
  COMPLETED: "SUCCEEDED",
  PARTIALLY_REFUNDED: "SUCCEEDED",
  REFUNDED: "SUCCEEDED",
  REVERSED: "SUCCEEDED",
  PENDING: "PENDING",
  DECLINED: "FAILED",
  DENIED: "FAILED",
  FAILED: "FAILED",
  VOIDED: "FAILED",
};

/** `PAYMENT.*.REFUNDED` by the seller and `PAYMENT.*.REVERSED` by the bank. */
export const parseRefund: ParseResource = (event, resource) => {
  const refund = Refund.parse(resource);
  const isDone = /^completed$/i.test(refund.status ?? refund.state ?? "completed");
  const parent =
    refund.sale_id ?? refund.capture_id ?? findLinkedId(refund.links, /\/(captures|sale)\//, refund.id);
  const given = refund.total_refunded_amount;
  const total =
    refund.seller_payable_breakdown?.total_refunded_amount ??
    (given
      ? parseDecimalAmount(
          given.value ?? given.total ?? "",
          given.currency_code ?? given.currency ?? refund.amount.currency,
        )
      : null);
  return [
    {
      ...stateFields(event, refund.id, isDone ? 1 : 0),
      links: parent ? [parent] : [],
      facts: {
        kind: "REFUND",
        ...(isDone ? toAmountFacts(refund.amount) : { amountMinor: "0", currency: refund.amount.currency }),
        totalMinor: isDone && total ? String(total.minor) : null,
      },
    },
  ];
};

/** `CHECKOUT.ORDER.*`: names the tenant; the amounts come from its captures. */
export const parseOrder: ParseResource = (event, resource) => {
  const order = Order.parse(resource);
  const units = order.purchase_units ?? [];
  const captures = units.flatMap((unit) => unit.payments?.captures ?? []);
  const parts = captures.flatMap((capture) =>
    parsePayment(event, { custom_id: units[0]?.custom_id, ...capture }),
  );
  const total = order.gross_amount ?? sumByCurrency(units.flatMap(({ amount }) => amount ?? []))[0];
  const status = captures.length > 0 ? null : orderStatus(order.status, order.intent);
  const orderState: ObjectState = {
    ...stateFields(event, order.id, status === "PENDING" ? 0 : 1),
    links: parts.map(({ objectId }) => objectId),
    facts: {
      kind: "PAYMENT",
      weight: WEIGHT.order,
      ...mergeTenantReferences(...units.map((unit) => parseTenantReference(unit.custom_id))),
      status: total ? status : null,
      ...toAmountFacts(total ?? { minor: 0n, currency: "XXX" }),
      refundedMinor: "0",
      description: sanitizeText(units[0]?.description),
      receiptUrl: null,
      invoiceUrl: null,
      occurredAt: toIsoTime(order.create_time) ?? event.occurredAt.toISOString(),
    },
  };
  return [orderState, ...parts.map((part) => ({ ...part, links: [...part.links, order.id] }))];
};

function orderStatus(
  status: string | null | undefined,
  intent: string | null | undefined,
): PaymentFacts["status"] {
  if (status === "COMPLETED" && intent !== "AUTHORIZE") return "SUCCEEDED";
  if (status === "VOIDED") return "FAILED";
  return status === "APPROVED" ? "PENDING" : null;
}

/** `CUSTOMER.DISPUTE.*`: the amount is held until the dispute is won. */
export const parseDispute: ParseResource = (event, resource) => {
  const dispute = Dispute.parse(resource);
  const isResolved = dispute.status === "RESOLVED";
  const isLost = /^(RESOLVED_BUYER_FAVOU?R|ACCEPTED)$/.test(dispute.dispute_outcome?.outcome_code ?? "");
  return [
    {
      ...stateFields(event, dispute.dispute_id, isResolved ? 1 : 0),
      links: (dispute.disputed_transactions ?? []).flatMap(({ seller_transaction_id: id }) => id ?? []),
      facts: {
        kind: "DISPUTE",
        amountMinor: dispute.dispute_amount ? String(dispute.dispute_amount.minor) : null,
        currency: dispute.dispute_amount?.currency ?? null,
        isHeld: !isResolved || isLost,
        reason: sanitizeText(dispute.reason),
      },
    },
  ];
};

function stateFields(event: StoredEvent, objectId: string, progress: number) {
  const { occurredAt: stateAt, eventId } = event;
  return { objectId, links: [] as string[], subscriptionRef: null, stateAt, progress, eventId };
}

/** Id at the end of the first matching link that is not the resource itself. */
function findLinkedId(
  links: { href: string }[] | null | undefined,
  pattern: RegExp,
  ownId?: string,
): string | null {
  const ids = (links ?? [])
    .filter(({ href }) => pattern.test(href))
    .map(({ href }) => /\/([A-Za-z0-9-]{1,64})$/.exec(href)?.[1] ?? null);
  return ids.find((id) => id !== null && id !== ownId) ?? null;
}

/** Normalizes an instant of PayPal to ISO 8601; null if invalid, as its simulator sends, or outside years 1 to 9999. */
export function toIsoTime(text: string | null | undefined): string | null {
  const at = new Date(text ?? "");
  const year = at.getUTCFullYear();
  return year >= 1 && year <= 9_999 ? at.toISOString() : null;
}
