import type { z } from "zod";
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
  const isCompleted = event.type !== "checkout.session.expired" && session.mode === "payment";
  if (isCompleted && !session.payment_status && links.length === 0)
    return { refused: "The checkout session has no payment_status, and names no payment." };
  const progress = event.type === "checkout.session.completed" ? 1 : 2;
  const status = session.mode === "payment" ? sessionStatus(event.type, session) : null;
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

/** A checkout that needs no payment, such as one with a coupon over all of it, is as complete as a paid one. */
function sessionStatus(
  type: string,
  { status, payment_status: paymentStatus }: z.output<typeof CheckoutSession>,
): PaymentFacts["status"] {
  if (paymentStatus === "paid") return "SUCCEEDED";
  if (paymentStatus === "no_payment_required") return status === "complete" ? "SUCCEEDED" : null;
  if (type === "checkout.session.async_payment_failed") return "FAILED";
  return status === "complete" && paymentStatus === "unpaid" ? "PENDING" : null;
}
