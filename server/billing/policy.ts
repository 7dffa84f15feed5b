import type { DisputeFacts, PaymentFacts, RefundFacts } from "@/db/schema/billing-facts.ts";
import type { BillingEventState, PaymentStatus } from "@/db/schema/vocabulary.ts";
import { isNewer, type StateOrder } from "./parsing/parsed-event.ts";

/** An object of a provider that tells of a payment, with its id there. */
export type PaymentPart = StateOrder & { objectId: string } & (
    | { facts: PaymentFacts }
    | { facts: RefundFacts }
    | { facts: DisputeFacts }
  );

/** What a payment is by all that its objects say. */
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
  stateAt: Date;
}

/**
 * Judges a payment by the newest state of each of its objects; the order in which they became known plays no part.
 * Whether the money came is said by any object that knows of it, how much by the weightiest. Null where nothing was to
 * be paid, or where only a refund or a dispute is known yet.
 */
export function derivePayment(parts: readonly PaymentPart[]): PaymentState | null {
  const payments = parts.filter(isPayment).sort(byWeight);
  const told = payments.filter(({ facts }) => facts.status !== null && facts.amountMinor !== "0");
  const newest = told.reduce<PaymentObject | null>(
    (best, part) => (best && isNewer(best, part) ? best : part),
    null,
  );
  if (!newest) return null;
  const paid = told.filter(({ facts }) => facts.status === "SUCCEEDED");
  const [first] = paid.length > 0 ? paid : told;
  const [weightiest] = payments;
  if (!first || !weightiest) return null;
  // Several captures of one order, say: each of the same weight is a part of the sum.
  const summed = paid.filter(
    ({ facts }) => facts.weight === first.facts.weight && facts.currency === first.facts.currency,
  );
  const amountMinor =
    paid.length > 0 ? sum(summed.map(({ facts }) => facts.amountMinor)) : BigInt(first.facts.amountMinor);
  const refundedMinor = smaller(amountMinor, refunded(parts));
  const disputedMinor = smaller(amountMinor - refundedMinor, disputed(parts, amountMinor));
  const text = (field: "description" | "receiptUrl" | "invoiceUrl") =>
    payments.find(({ facts }) => facts[field])?.facts[field] ?? null;
  return {
    providerPaymentId: weightiest.objectId,
    status: statusOf(
      paid.length > 0 ? "SUCCEEDED" : newest.facts.status,
      amountMinor,
      refundedMinor,
      disputedMinor,
    ),
    amountMinor,
    refundedMinor: paid.length > 0 ? refundedMinor : 0n,
    disputedMinor: paid.length > 0 ? disputedMinor : 0n,
    currency: first.facts.currency,
    description: text("description"),
    receiptUrl: text("receiptUrl"),
    invoiceUrl: text("invoiceUrl"),
    occurredAt: new Date(Math.min(...told.map(({ facts }) => Date.parse(facts.occurredAt)))),
    stateAt: new Date(Math.max(...parts.map(({ stateAt }) => stateAt.getTime()))),
  };
}

/** Whether a payment in this state gives its payer what was bought. */
export const grantsItem = (status: PaymentStatus): boolean =>
  status === "SUCCEEDED" || status === "PARTIALLY_REFUNDED";

/** What a Super Admin may do with an event in a state. */
export const canReprocessEvent = (state: BillingEventState): boolean => state !== "RECEIVED";
export const canIgnoreEvent = (state: BillingEventState): boolean =>
  state === "FAILED" || state === "WAITING" || state === "RECEIVED";

type PaymentObject = Extract<PaymentPart, { facts: PaymentFacts }>;

const isPayment = (part: PaymentPart): part is PaymentObject => part.facts.kind === "PAYMENT";

function byWeight(one: PaymentObject, other: PaymentObject): number {
  return other.facts.weight - one.facts.weight || (one.objectId < other.objectId ? -1 : 1);
}

/** A charge counts all its refunds; refunds by themselves are added up; a provider may say both. */
function refunded(parts: readonly PaymentPart[]): bigint {
  const counted = sum(parts.filter(isPayment).map(({ facts }) => facts.refundedMinor));
  const refunds = parts.flatMap(({ facts }) => (facts.kind === "REFUND" ? [facts] : []));
  const added = sum(refunds.map(({ amountMinor }) => amountMinor));
  const totals = refunds.map(({ totalMinor }) => BigInt(totalMinor ?? 0));
  return [counted, added, ...totals].reduce((most, amount) => (amount > most ? amount : most), 0n);
}

function disputed(parts: readonly PaymentPart[], amountMinor: bigint): bigint {
  return parts.reduce(
    (total, { facts }) =>
      facts.kind === "DISPUTE" && facts.isHeld ? total + BigInt(facts.amountMinor ?? amountMinor) : total,
    0n,
  );
}

function statusOf(
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
const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);
