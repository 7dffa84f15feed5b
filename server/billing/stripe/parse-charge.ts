import { parseStripeAmount } from "../parsing/money.ts";
import { type ParsedEvent, type StoredEvent, sanitizeText, toAmountFacts } from "../parsing/parsed-event.ts";
import { compactIds, createPaymentState, metadataReference, WEIGHT } from "./payment-object.ts";
import { Charge, Dispute, PaymentIntent } from "./schemas.ts";

/** `payment_intent.*` */
export function parsePaymentIntent(event: StoredEvent, object: unknown): ParsedEvent {
  const intent = PaymentIntent.parse(object);
  const charges = intent.charges?.data ?? [];
  const order = intent.payment_details?.order_reference;
  const isFailed = intent.status === "canceled" || event.type === "payment_intent.payment_failed";
  const isPaid = intent.status === "succeeded";
  return createPaymentState(event, {
    objectId: intent.id,
    links: compactIds(
      intent.invoice,
      intent.latest_charge,
      order?.startsWith("in_") ? order : null,
      ...charges.map(({ id }) => id),
    ),
    subscriptionRef: null,
    progress: isPaid ? 4 : isFailed ? 3 : intent.status === "processing" ? 2 : 1,
    amount: isPaid ? intent.amount_received || intent.amount : intent.amount,
    currency: intent.currency,
    created: intent.created,
    facts: {
      weight: WEIGHT.intent,
      ...metadataReference(intent.metadata),
      status: isPaid ? "SUCCEEDED" : isFailed ? "FAILED" : "PENDING",
      description: intent.description,
      receiptUrl: charges.find(({ receipt_url }) => receipt_url)?.receipt_url,
    },
  });
}

/** `charge.refunded`: `amount_refunded` is the total of all refunds. */
export function parseCharge(event: StoredEvent, object: unknown): ParsedEvent {
  const charge = Charge.parse(object);
  const refunded = parseStripeAmount(charge.amount_refunded ?? 0, charge.currency);
  if (!refunded) return { refused: "The charge's amount_refunded is no amount of its currency." };
  return createPaymentState(event, {
    objectId: charge.id,
    links: compactIds(charge.payment_intent, charge.invoice),
    subscriptionRef: null,
    progress: charge.amount_refunded ?? 0,
    amount: charge.amount,
    currency: charge.currency,
    created: charge.created,
    facts: {
      weight: WEIGHT.charge,
      ...metadataReference(charge.metadata),
      status: charge.status === "failed" ? "FAILED" : charge.status === "pending" ? "PENDING" : "SUCCEEDED",
      refundedMinor: String(refunded.minor),
      description: charge.description,
      receiptUrl: charge.receipt_url,
    },
  });
}

/** `charge.dispute.*`: the bank holds the amount while a dispute is open, and for good once it is lost. */
export function parseDispute(event: StoredEvent, object: unknown): ParsedEvent {
  const dispute = Dispute.parse(object);
  const money = parseStripeAmount(dispute.amount, dispute.currency);
  if (!money) return { refused: "The dispute's amount is no amount of its currency." };
  const links = compactIds(dispute.charge, dispute.payment_intent);
  const isOver = /^(won|lost|warning_closed|prevented)$/.test(dispute.status);
  // An inquiry (`warning_*`) holds nothing; it may become a dispute.
  const isHeld = dispute.status === "lost" || !(isOver || dispute.status.startsWith("warning_"));
  return {
    objects: [
      {
        objectId: dispute.id ?? `dispute of ${links[0] ?? "nothing"}`,
        links,
        subscriptionRef: null,
        stateAt: event.occurredAt,
        progress: isOver ? 2 : dispute.status === "under_review" ? 1 : 0,
        eventId: event.eventId,
        facts: { kind: "DISPUTE", ...toAmountFacts(money), isHeld, reason: sanitizeText(dispute.reason) },
      },
    ],
  };
}
