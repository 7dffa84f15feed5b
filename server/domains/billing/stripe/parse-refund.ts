import type { RefundFacts } from "@/db/schema/billing-facts.ts";
import { parseStripeAmount } from "../parsing/money.ts";
import type { ParsedEvent, StoredEvent } from "../parsing/parsed-event.ts";
import { compactIds } from "./payment-object.ts";
import { CreditNote, Refund } from "./schemas.ts";

const STATUSES: Record<string, RefundFacts["status"]> = {
  pending: "PENDING",
  requires_action: "PENDING",
  succeeded: "SUCCEEDED",
  failed: "FAILED",
  canceled: "FAILED",
};
const PROGRESS: Record<RefundFacts["status"], number> = { PENDING: 0, SUCCEEDED: 1, FAILED: 2 };

/** `refund.*` and `charge.refund.updated`: a bank can return a refund that had succeeded. */
export function parseRefund(event: StoredEvent, object: unknown): ParsedEvent {
  const refund = Refund.parse(object);
  const status = event.type === "refund.failed" ? "FAILED" : STATUSES[refund.status ?? "succeeded"];
  if (!status) return { refused: `Unknown refund status “${refund.status}”.` };
  return createRefundState(event, {
    objectId: refund.id,
    links: compactIds(refund.charge, refund.payment_intent),
    status,
    amount: refund.amount,
    currency: refund.currency,
    totalAmount: null,
  });
}

/**
 * `credit_note.*`: money goes back outside Stripe (`out_of_band_amount`), or by refunds, which have events of their own
 * and of which the note is the least total. A credit to the customer's balance, or to an invoice before its payment,
 * returns no money.
 */
export function parseCreditNote(event: StoredEvent, object: unknown): ParsedEvent {
  const note = CreditNote.parse(object);
  const status = note.status === "void" || event.type === "credit_note.voided" ? "FAILED" : "SUCCEEDED";
  const outOfBand = note.out_of_band_amount ?? 0;
  const refunds = note.refunds ?? [];
  const credited = note.post_payment_amount ?? (note.type === "pre_payment" ? 0 : note.amount);
  const listed = outOfBand + refunds.reduce((sum, refund) => sum + (refund.amount_refunded ?? 0), 0);
  return createRefundState(event, {
    objectId: note.id,
    links: compactIds(note.invoice, note.refund, ...refunds.map(({ refund }) => refund)),
    status,
    amount: outOfBand,
    currency: note.currency,
    totalAmount: status === "FAILED" ? null : note.customer_balance_transaction ? listed : credited,
  });
}

function createRefundState(
  event: StoredEvent,
  fields: {
    objectId: string;
    links: string[];
    status: RefundFacts["status"];
    amount: number;
    currency: string;
    totalAmount: number | null;
  },
): ParsedEvent {
  const { objectId, links, status, currency } = fields;
  const money = parseStripeAmount(fields.amount, currency);
  const total = parseStripeAmount(fields.totalAmount ?? 0, currency);
  if (!money || !total || money.minor < 0n || total.minor < 0n) {
    return { refused: `“${fields.amount} ${currency}” is not a valid amount.` };
  }
  return {
    objects: [
      {
        objectId,
        links,
        subscriptionRef: null,
        stateAt: event.occurredAt,
        progress: PROGRESS[status],
        eventId: event.eventId,
        facts: {
          kind: "REFUND",
          status,
          amountMinor: String(money.minor),
          totalMinor: fields.totalAmount === null ? null : String(total.minor),
          currency: money.currency,
        },
      },
    ],
  };
}
