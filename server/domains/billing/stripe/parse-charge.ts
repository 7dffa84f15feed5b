import type { PaymentFacts } from "@/db/schema/billing-facts.ts";
import { parseStripeAmount } from "../parsing/money.ts";
import { type ParsedEvent, type StoredEvent, sanitizeText, toAmountFacts } from "../parsing/parsed-event.ts";
import {
  compactIds,
  createPaymentState,
  metadataReference,
  releasedAmount,
  type StoredStripeEvent,
  WEIGHT,
} from "./payment-object.ts";
import { Charge, Dispute, PaymentIntent } from "./schemas.ts";

/** `payment_intent.*` */
export function parsePaymentIntent(event: StoredStripeEvent, object: unknown): ParsedEvent {
  const intent = PaymentIntent.parse(object);
  const charges = intent.charges?.data ?? [];
  const order = intent.payment_details?.order_reference;
  const isFailed = intent.status === "canceled" || event.type === "payment_intent.payment_failed";
  const isPaid = intent.status === "succeeded";
  // Nothing received contradicts a success, so the amount due counts.
  const received = intent.amount_received || intent.amount;
  const released = parseStripeAmount(
    isPaid ? releasedAmount(event, intent.amount, received) : 0,
    intent.currency,
  );
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
    amount: isPaid ? received : intent.amount,
    currency: intent.currency,
    created: intent.created,
    facts: {
      weight: WEIGHT.intent,
      ...metadataReference(intent.metadata),
      status: isPaid ? "SUCCEEDED" : isFailed ? "FAILED" : "PENDING",
      releasedMinor: String(released?.minor ?? 0),
      description: intent.description,
      receiptUrl: charges.find(({ receipt_url }) => receipt_url)?.receipt_url,
    },
  });
}

/** `charge.*`: a charge without an intent is a payment; only the captured amount counts. */
export function parseCharge(event: StoredStripeEvent, object: unknown): ParsedEvent {
  const charge = Charge.parse(object);
  const isCaptured = charge.captured ?? true;
  const amount = isCaptured ? (charge.amount_captured ?? charge.amount) : charge.amount;
  const released = isCaptured ? releasedAmount(event, charge.amount, amount) : 0;
  const refunded = isCaptured ? refundedAmount(charge, amount, released) : 0;
  const money = parseStripeAmount(refunded, charge.currency);
  const releasedMoney = parseStripeAmount(released, charge.currency);
  if (!money || !releasedMoney)
    return { refused: "The charge's amount_refunded is not a valid amount in its currency." };
  const status = chargeStatus(event.type, charge, isCaptured);
  return createPaymentState(event, {
    objectId: charge.id,
    links: compactIds(charge.payment_intent, charge.invoice),
    subscriptionRef: null,
    progress: status === "SUCCEEDED" ? 2 + refunded : status === "FAILED" ? 1 : 0,
    amount,
    currency: charge.currency,
    created: charge.created,
    facts: {
      weight: WEIGHT.charge,
      ...metadataReference(charge.metadata),
      status,
      refundedMinor: String(money.minor),
      releasedMinor: String(releasedMoney.minor),
      description: charge.description,
      receiptUrl: charge.receipt_url,
    },
  });
}

/** An authorization that expired or was released was never paid: it is void, not refunded. */
function chargeStatus(type: string, charge: Charge, isCaptured: boolean): PaymentFacts["status"] {
  if (charge.status === "failed" || type === "charge.expired" || type === "charge.failed") return "FAILED";
  if (!isCaptured) return charge.refunded || (charge.amount_refunded ?? 0) > 0 ? "FAILED" : "PENDING";
  return charge.status === "pending" ? "PENDING" : "SUCCEEDED";
}

/**
 * Total of refunds, measured against the captured amount. The rest of the authorization is released and no refund,
 * although API versions before 2025-03-31 add it to `amount_refunded`.
 */
function refundedAmount(charge: Charge, captured: number, released: number): number {
  const total = charge.amount_refunded ?? 0;
  if (charge.refunded || total === captured) return captured;
  if (total === charge.amount - captured) return 0;
  const isReleaseIncluded = total > captured || (released > 0 && total > released);
  return isReleaseIncluded
    ? Math.min(total - (charge.amount - captured), captured)
    : Math.min(total, captured);
}

/** `charge.dispute.*`: the bank holds the amount while a dispute is open, and for good once it is lost. */
export function parseDispute(event: StoredEvent, object: unknown): ParsedEvent {
  const dispute = Dispute.parse(object);
  const money = parseStripeAmount(dispute.amount, dispute.currency);
  if (!money) return { refused: "The dispute's amount is not a valid amount in its currency." };
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
