import type { PaymentFacts, RefundFacts } from "@/db/schema/billing-facts.ts";
import { parseDecimalAmount } from "../parsing/money.ts";
import {
  type ObjectState,
  parseTenantReference,
  type StoredEvent,
  sanitizeText,
  toAmountFacts,
} from "../parsing/parsed-event.ts";
import { Payment, Refund } from "./schemas.ts";

/** Parses a resource, from an event or from the API, into object states. @throws z.ZodError */
export type ParseResource = (event: StoredEvent, resource: unknown) => ObjectState[];

/** Weights of payment objects: the amount of a capture or sale wins over an authorization's and an order's. */
export const WEIGHT = { payment: 40, authorization: 20, order: 10 };

/** `PAYMENT.SALE.*` and `PAYMENT.CAPTURE.*` */
export const parsePayment: ParseResource = (event, resource) => {
  const payment = Payment.parse(resource);
  const status = PAYMENT_STATUSES[(payment.status ?? payment.state ?? "").toUpperCase()] ?? "PENDING";
  const orderId =
    payment.supplementary_data?.related_ids?.order_id ?? findLinkedId(payment.links, /\/checkout\/orders\//);
  const linked = [orderId, payment.supplementary_data?.related_ids?.authorization_id, payment.parent_payment];
  return [
    {
      ...stateFields(event, payment.id, status === "PENDING" ? 0 : 1),
      links: linked.flatMap((id) => id || []),
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
        occurredAt: toIsoTime(payment.create_time),
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

/** `PAYMENT.AUTHORIZATION.*`: nothing is paid before a capture, and a void returns nothing. */
export const parseAuthorization: ParseResource = (event, resource) => {
  const authorization = Payment.parse(resource);
  const status = AUTHORIZATION_STATUSES[(authorization.status ?? authorization.state ?? "").toUpperCase()];
  return parsePayment(event, { ...authorization, ...(resource as object), status: "PENDING" }).map(
    (state) => ({
      ...state,
      progress: status === "PENDING" ? 0 : 1,
      facts:
        state.facts.kind === "PAYMENT"
          ? { ...state.facts, weight: WEIGHT.authorization, status: status ?? null }
          : state.facts,
    }),
  );
};

/** Null once captures tell the rest. */
const AUTHORIZATION_STATUSES: Record<string, PaymentFacts["status"]> = {
  CREATED: "PENDING",
  AUTHORIZED: "PENDING",
  PENDING: "PENDING",
  VOIDED: "FAILED",
  EXPIRED: "FAILED",
  DENIED: "FAILED",
};

const REFUND_STATUSES: Record<string, RefundFacts["status"]> = {
  COMPLETED: "SUCCEEDED",
  PENDING: "PENDING",
  FAILED: "FAILED",
  CANCELLED: "FAILED",
  CANCELED: "FAILED",
  DENIED: "FAILED",
};

/** `PAYMENT.REFUND.*`, `PAYMENT.*.REFUNDED` by the seller and `PAYMENT.*.REVERSED` by the bank. */
export const parseRefund: ParseResource = (event, resource) => {
  const refund = Refund.parse(resource);
  const status = REFUND_STATUSES[(refund.status ?? refund.state ?? "COMPLETED").toUpperCase()] ?? "PENDING";
  const parent =
    refund.sale_id ||
    refund.capture_id ||
    findLinkedId(refund.links, /\/(captures|sale)\//, refund.id) ||
    refund.parent_payment;
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
      ...stateFields(event, refund.id, status === "PENDING" ? 0 : status === "SUCCEEDED" ? 1 : 2),
      links: parent ? [parent] : [],
      facts: {
        kind: "REFUND",
        status,
        ...toAmountFacts(refund.amount),
        totalMinor: total?.currency === refund.amount.currency ? String(total.minor) : null,
      },
    },
  ];
};

export function stateFields(event: StoredEvent, objectId: string, progress: number) {
  const { occurredAt: stateAt, eventId } = event;
  return { objectId, links: [] as string[], subscriptionRef: null, stateAt, progress, eventId };
}

/** Id at the end of the first matching link that is not the resource itself. */
export function findLinkedId(
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
