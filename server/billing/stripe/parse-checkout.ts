import type { PaymentFacts } from "@/db/schema/billing-facts.ts";
import {
  mergeTenantReferences,
  type ParsedEvent,
  parseTenantReference,
  type StoredEvent,
} from "../parsing/parsed-event.ts";
import { compactIds, createPaymentState, metadataReference, WEIGHT } from "./payment-object.ts";
import { CheckoutSession } from "./schemas.ts";

/** `checkout.session.*`: names tenant and item; the amount usually comes from the intent or invoice it creates. */
export function parseCheckoutSession(event: StoredEvent, object: unknown): ParsedEvent {
  const session = CheckoutSession.parse(object);
  const names = mergeTenantReferences(
    metadataReference(session.metadata),
    parseTenantReference(session.client_reference_id),
  );
  const links = compactIds(session.payment_intent, session.invoice);
  const progress = event.type === "checkout.session.completed" ? 1 : 2;
  const isPayment = session.mode === "payment" && session.amount_total && session.currency;
  const status = isPayment ? sessionStatus(event.type, session.status, session.payment_status) : null;
  return createPaymentState(event, {
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
