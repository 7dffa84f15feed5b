import type { DisputeFacts, PaymentFacts, RefundFacts } from "@/db/schema/billing-facts.ts";
import type { PaymentStatus } from "@/shared/vocabulary.ts";
import { minOf, NO_CURRENCY } from "./parsing/money.ts";
import { isNewer, type StateOrder } from "./parsing/parsed-event.ts";

/** State of one provider object of a payment: a payment object, refund or dispute. */
export type PaymentPart = StateOrder & { objectId: string } & (
    | { facts: PaymentFacts }
    | { facts: RefundFacts }
    | { facts: DisputeFacts }
  );

/** Derived state of a payment. */
export interface PaymentState {
  providerPaymentId: string;
  status: PaymentStatus;
  amountMinor: bigint;
  refundedMinor: bigint;
  disputedMinor: bigint;
  currency: string;
  description: string | null;
  receiptUrl: string | null;
  invoiceUrl: string | null;
  occurredAt: Date;
  /** Time of the last refund or dispute; of the last event if there is none. */
  endedAt: Date;
  stateAt: Date;
}

/**
 * Derives a payment from the newest state of each of its objects, independent of arrival order. Any object can say that
 * the payment succeeded; the amount comes from the objects of the highest weight. A payment of nothing counts if it buys
 * items. Null if nothing was due, or if only a refund or dispute is known so far.
 */
export function derivePayment(parts: readonly PaymentPart[]): PaymentState | null {
  const payments = parts.filter(isPayment).sort(byWeight);
  const buysItems = payments.some(({ facts }) => facts.itemIds.length > 0);
  const known = payments.filter(
    ({ facts }) =>
      facts.status !== null &&
      (facts.amountMinor !== "0" ||
        (buysItems && facts.status === "SUCCEEDED" && facts.currency !== NO_CURRENCY)),
  );
  const newest = known.reduce<PaymentObject | null>(
    (best, part) => (best && isNewer(best, part) ? best : part),
    null,
  );
  if (!newest) return null;
  const paid = known.filter(({ facts }) => facts.status === "SUCCEEDED");
  const [first] = paid.length > 0 ? paid : known;
  const [weightiest] = payments;
  if (!first || !weightiest) return null;
  const { currency } = first.facts;
  // Objects of one weight add up, such as several captures of one order.
  const summed = paid.filter(
    ({ facts }) => facts.weight === first.facts.weight && facts.currency === currency,
  );
  const amountMinor =
    paid.length > 0 ? sum(summed.map(({ facts }) => facts.amountMinor)) : BigInt(first.facts.amountMinor);
  const refundedMinor = minOf(amountMinor, sumRefunds(parts, currency));
  const disputedMinor = minOf(amountMinor - refundedMinor, sumDisputes(parts, amountMinor, currency));
  const text = (field: "description" | "receiptUrl" | "invoiceUrl") =>
    payments.find(({ facts }) => facts[field])?.facts[field] ?? null;
  return {
    providerPaymentId: weightiest.objectId,
    status: toStatus(
      paid.length > 0 ? "SUCCEEDED" : newest.facts.status,
      amountMinor,
      refundedMinor,
      disputedMinor,
    ),
    amountMinor,
    refundedMinor: paid.length > 0 ? refundedMinor : 0n,
    disputedMinor: paid.length > 0 ? disputedMinor : 0n,
    currency,
    description: text("description"),
    receiptUrl: text("receiptUrl"),
    invoiceUrl: text("invoiceUrl"),
    occurredAt: new Date(
      Math.min(...known.map(({ facts, stateAt }) => new Date(facts.occurredAt ?? stateAt).getTime())),
    ),
    endedAt: lastStateAt(parts.filter(takesMoney)) ?? lastStateAt(payments) ?? newest.stateAt,
    stateAt: lastStateAt(parts) ?? newest.stateAt,
  };
}

function takesMoney({ facts }: PaymentPart): boolean {
  if (facts.kind === "DISPUTE") return facts.isHeld;
  return facts.kind === "REFUND" && facts.status === "SUCCEEDED";
}

const lastStateAt = (parts: readonly PaymentPart[]): Date | null =>
  parts.length > 0 ? new Date(Math.max(...parts.map(({ stateAt }) => stateAt.getTime()))) : null;

/** True if a payment in this state was paid, even if all of it was refunded later. */
export const wasPaid = (status: PaymentStatus): boolean => status !== "PENDING" && status !== "FAILED";

/** True if a payment in this state grants the purchase. */
export const grantsItem = (status: PaymentStatus): boolean =>
  status === "SUCCEEDED" || status === "PARTIALLY_REFUNDED";

type PaymentObject = Extract<PaymentPart, { facts: PaymentFacts }>;
type RefundObject = Extract<PaymentPart, { facts: RefundFacts }>;

const isPayment = (part: PaymentPart): part is PaymentObject => part.facts.kind === "PAYMENT";
const isRefund = (part: PaymentPart): part is RefundObject => part.facts.kind === "REFUND";

function byWeight(one: PaymentObject, other: PaymentObject): number {
  return other.facts.weight - one.facts.weight || (one.objectId < other.objectId ? -1 : 1);
}

/**
 * Refunded amount in the payment's currency: the largest of the totals that charges count, less the refunds that they
 * count and that did not succeed, of the sum of successful refunds, and of the totals that refunds name. The release
 * of an authorization is none of them.
 */
function sumRefunds(parts: readonly PaymentPart[], currency: string): bigint {
  const all = parts.filter(isRefund).filter(({ facts }) => facts.currency === currency);
  const released = new Set(parts.filter(isPayment).map(({ facts }) => facts.releasedMinor ?? "0"));
  const release = all.find(({ facts }) => facts.amountMinor !== "0" && released.has(facts.amountMinor));
  const refunds = all.filter((refund) => refund !== release);
  const succeeded = refunds.filter(({ facts }) => facts.status === "SUCCEEDED").map(({ facts }) => facts);
  const counted = parts
    .filter(isPayment)
    .filter(({ facts }) => facts.currency === currency && facts.refundedMinor !== "0")
    .reduce(
      (total, charge) => total + BigInt(charge.facts.refundedMinor) - countReturned(refunds, charge),
      0n,
    );
  const added = sum(succeeded.map(({ amountMinor }) => amountMinor));
  const totals = succeeded.map(({ totalMinor }) => BigInt(totalMinor ?? 0));
  return [counted, added, ...totals].reduce((most, amount) => (amount > most ? amount : most), 0n);
}

/** Refunds that a charge's total still counts: pending ones, and those that failed after the charge's state. */
function countReturned(refunds: readonly RefundObject[], charge: PaymentObject): bigint {
  return sum(
    refunds
      .filter(
        ({ facts, stateAt }) =>
          facts.status === "PENDING" || (facts.status === "FAILED" && stateAt >= charge.stateAt),
      )
      .map(({ facts }) => facts.amountMinor),
  );
}

/** A dispute in another currency than the payment's holds all of it. */
function sumDisputes(parts: readonly PaymentPart[], amountMinor: bigint, currency: string): bigint {
  return parts.reduce((total, { facts }) => {
    if (facts.kind !== "DISPUTE" || !facts.isHeld) return total;
    const isComparable = facts.amountMinor !== null && facts.currency === currency;
    return total + (isComparable ? BigInt(facts.amountMinor ?? 0) : amountMinor);
  }, 0n);
}

function toStatus(
  moved: PaymentFacts["status"],
  amountMinor: bigint,
  refundedMinor: bigint,
  disputedMinor: bigint,
): PaymentStatus {
  if (moved !== "SUCCEEDED") return moved ?? "PENDING";
  if (disputedMinor > 0n) return "DISPUTED";
  if (refundedMinor === 0n) return "SUCCEEDED";
  return refundedMinor === amountMinor ? "REFUNDED" : "PARTIALLY_REFUNDED";
}

const sum = (amounts: string[]): bigint => amounts.reduce((total, amount) => total + BigInt(amount), 0n);
