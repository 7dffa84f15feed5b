import { z } from "zod";
import type { PaymentFacts } from "@/db/schema/billing-facts.ts";
import { NO_CURRENCY, sumByCurrency } from "../parsing/money.ts";
import {
  hasSeveralTenants,
  mergeTenantReferences,
  type ObjectState,
  parseTenantReference,
  SEVERAL_TENANTS,
  type StoredEvent,
  sanitizeText,
  toAmountFacts,
} from "../parsing/parsed-event.ts";
import {
  type ParseResource,
  parseAuthorization,
  parsePayment,
  parseRefund,
  stateFields,
  toIsoTime,
  WEIGHT,
} from "./parse-resource.ts";
import { Order, PaymentV1 } from "./schemas.ts";

/** Orders that took no money. */
const HARMLESS_ORDER = /\.(?:SAVED|VOIDED|DECLINED)$/;

/** `CHECKOUT.ORDER.*`: names the tenant and the items of all units; the amounts come from its captures. */
export const parseOrder: ParseResource = (event, resource) => {
  const order = Order.parse(resource);
  const units = order.purchase_units ?? [];
  if (units.length === 0 && !order.gross_amount && !HARMLESS_ORDER.test(event.type))
    throw refusal("The order has no purchase units.");
  const parts = units.flatMap((unit) => [
    ...(unit.payments?.captures ?? []).flatMap((part) =>
      parsePayment(event, { custom_id: unit.custom_id, ...part }),
    ),
    ...(unit.payments?.authorizations ?? []).flatMap((part) =>
      parseAuthorization(event, { custom_id: unit.custom_id, ...part }),
    ),
    ...(unit.payments?.refunds ?? []).flatMap((part) => parseRefund(event, part)),
  ]);
  const hasCaptures = units.some((unit) => (unit.payments?.captures ?? []).length > 0);
  return createGroup(event, {
    id: order.id,
    parts,
    status: hasCaptures ? null : orderStatus(order),
    amounts: order.gross_amount ? [order.gross_amount] : units.flatMap(({ amount }) => amount ?? []),
    references: units.map((unit) => unit.custom_id),
    descriptions: units.map((unit) => unit.description),
    createdAt: order.create_time,
  });
};

/** `PAYMENTS.PAYMENT.*` of API version 1: its sales carry the money, as captures do for an order. */
export const parsePaymentV1: ParseResource = (event, resource) => {
  const payment = PaymentV1.parse(resource);
  const transactions = payment.transactions ?? [];
  if (transactions.length === 0) throw refusal("The payment has no transactions.");
  const parts = transactions.flatMap((transaction) =>
    (transaction.related_resources ?? []).flatMap(({ sale, capture, authorization, refund }) => [
      ...[sale, capture].flatMap((part) =>
        part ? parsePayment(event, { custom: transaction.custom, ...part }) : [],
      ),
      ...(authorization ? parseAuthorization(event, { custom: transaction.custom, ...authorization }) : []),
      ...(refund ? parseRefund(event, refund) : []),
    ]),
  );
  const state = payment.state?.toLowerCase();
  const status =
    state === "failed" ? "FAILED" : state === "approved" && parts.length === 0 ? "PENDING" : null;
  return createGroup(event, {
    id: payment.id,
    parts,
    status,
    amounts: transactions.flatMap(({ amount }) => amount ?? []),
    references: transactions.map(({ custom }) => custom),
    descriptions: transactions.map(({ description }) => description),
    createdAt: payment.create_time,
  });
};

interface Group {
  id: string;
  parts: ObjectState[];
  status: PaymentFacts["status"];
  amounts: { minor: bigint; currency: string }[];
  references: (string | null | undefined)[];
  descriptions: (string | null | undefined)[];
  createdAt: string | null | undefined;
}

function createGroup(event: StoredEvent, group: Group): ObjectState[] {
  const named = group.references.map(parseTenantReference);
  if (hasSeveralTenants(named)) throw refusal(SEVERAL_TENANTS);
  const totals = sumByCurrency(group.amounts);
  if (totals.length > 1) throw refusal("The order has several currencies.");
  const [total] = totals;
  const described = group.descriptions.flatMap((text) => sanitizeText(text) ?? []);
  const more = described.length > 1 ? ` and ${described.length - 1} more` : "";
  const own: ObjectState = {
    ...stateFields(event, group.id, group.status === "PENDING" ? 0 : 1),
    links: group.parts.map(({ objectId }) => objectId),
    facts: {
      kind: "PAYMENT",
      weight: WEIGHT.order,
      ...mergeTenantReferences(...named),
      status: total ? group.status : null,
      ...toAmountFacts(total ?? { minor: 0n, currency: NO_CURRENCY }),
      refundedMinor: "0",
      description: described[0] ? `${described[0]}${more}` : null,
      receiptUrl: null,
      invoiceUrl: null,
      occurredAt: toIsoTime(group.createdAt),
    },
  };
  return [own, ...group.parts.map((part) => ({ ...part, links: [...part.links, group.id] }))];
}

const refusal = (message: string) =>
  new z.ZodError([{ code: "custom", path: ["purchase_units"], message, input: null }]);

function orderStatus({ status, intent }: z.output<typeof Order>): PaymentFacts["status"] {
  if (status === "COMPLETED" && intent !== "AUTHORIZE") return "SUCCEEDED";
  if (status === "VOIDED") return "FAILED";
  return status === "APPROVED" ? "PENDING" : null;
}
