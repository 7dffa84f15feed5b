import type { PaymentFacts } from "@/db/schema/billing-facts.ts";
import { fromStripe } from "../readings/money.ts";
import {
  amountFacts,
  type Names,
  type Reading,
  type StoredEvent,
  sanitizeLink,
  sanitizeText,
  uuidOrNull,
} from "../readings/reading.ts";
import { instantOf, named } from "./fields.ts";

/** Whose word on the amount counts: the invoice's before the intent's, the charge's and the checkout's. */
export const WEIGHT = { invoice: 40, intent: 30, charge: 20, session: 10 };

/** The tenant and the item that metadata names. */
export const namesIn = (metadata: Record<string, unknown> | null | undefined): Names => ({
  tenantId: uuidOrNull(named(metadata, "tenant_id")),
  itemId: uuidOrNull(named(metadata, "item_id")),
});

export interface PaymentReading {
  objectId: string;
  links: string[];
  subscriptionRef: string | null;
  progress: number;
  amount: number;
  currency: string;
  created: number | null | undefined;
  facts: Pick<PaymentFacts, "weight" | "tenantId" | "itemId" | "status"> & {
    refundedMinor?: string;
    description?: string | null | undefined;
    receiptUrl?: string | null | undefined;
    invoiceUrl?: string | null | undefined;
  };
}

/** One object of a payment as a reading, with its amount checked and its text made fit to be kept. */
export function readPayment(event: StoredEvent, reading: PaymentReading): Reading {
  const money = fromStripe(reading.amount, reading.currency);
  if (!money || money.minor < 0n) return { refused: `“${reading.amount} ${reading.currency}” is no amount.` };
  const { facts, objectId, links, subscriptionRef, progress } = reading;
  return {
    objects: [
      {
        objectId,
        links,
        subscriptionRef,
        stateAt: event.occurredAt,
        progress,
        eventId: event.eventId,
        facts: {
          kind: "PAYMENT",
          ...facts,
          ...amountFacts(money),
          refundedMinor: facts.refundedMinor ?? "0",
          description: sanitizeText(facts.description),
          receiptUrl: sanitizeLink(facts.receiptUrl),
          invoiceUrl: sanitizeLink(facts.invoiceUrl),
          occurredAt: instantOf(reading.created) ?? event.occurredAt.toISOString(),
        },
      },
    ],
  };
}
