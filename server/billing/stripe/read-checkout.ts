import type { PaymentFacts } from "@/db/schema/billing-facts.ts";
import { firstNames, type Reading, readNames, type StoredEvent } from "../readings/reading.ts";
import { present } from "./fields.ts";
import { namesIn, readPayment, WEIGHT } from "./payment-reading.ts";
import { CheckoutSession } from "./shapes.ts";

/** `checkout.session.*`: says for whom something is bought; the money is told of by what the checkout makes. */
export function readCheckoutSession(event: StoredEvent, object: unknown): Reading {
  const session = CheckoutSession.parse(object);
  const names = firstNames(namesIn(session.metadata), readNames(session.client_reference_id));
  const links = present(session.payment_intent, session.invoice);
  const progress = event.type === "checkout.session.completed" ? 1 : 2;
  const isPayment = session.mode === "payment" && session.amount_total && session.currency;
  const status = isPayment ? sessionStatus(event.type, session.status, session.payment_status) : null;
  return readPayment(event, {
    objectId: session.id,
    links,
    subscriptionRef: session.subscription ?? null,
    progress: status === "SUCCEEDED" ? 3 : progress,
    amount: session.amount_total ?? 0,
    currency: session.currency ?? "xxx",
    created: session.created,
    facts: { weight: WEIGHT.session, ...names, status },
  });
}

function sessionStatus(
  type: string,
  status: string | null | undefined,
  paymentStatus: string | null | undefined,
): PaymentFacts["status"] {
  if (paymentStatus === "paid") return "SUCCEEDED";
  if (type === "checkout.session.async_payment_failed") return "FAILED";
  return status === "complete" && paymentStatus === "unpaid" ? "PENDING" : null;
}
