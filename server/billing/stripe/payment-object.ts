import type { PaymentFacts } from "@/db/schema/billing-facts.ts";
import { parseStripeAmount } from "../parsing/money.ts";
import {
  type ParsedEvent,
  type StoredEvent,
  sanitizeLink,
  sanitizeText,
  type TenantReference,
  toAmountFacts,
  toUuidOrNull,
} from "../parsing/parsed-event.ts";

/** Whose word on the amount counts: the invoice's before the intent's, the charge's and the checkout's. */
export const WEIGHT = { invoice: 40, intent: 30, charge: 20, session: 10 };

/** The tenant and the item that metadata names. */
export const metadataReference = (metadata: Record<string, unknown> | null | undefined): TenantReference => ({
  tenantId: toUuidOrNull(metadataText(metadata, "tenant_id")),
  itemId: toUuidOrNull(metadataText(metadata, "item_id")),
});

export interface PaymentFields {
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
export function createPaymentState(event: StoredEvent, reading: PaymentFields): ParsedEvent {
  const money = parseStripeAmount(reading.amount, reading.currency);
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
          ...toAmountFacts(money),
          refundedMinor: facts.refundedMinor ?? "0",
          description: sanitizeText(facts.description),
          receiptUrl: sanitizeLink(facts.receiptUrl),
          invoiceUrl: sanitizeLink(facts.invoiceUrl),
          occurredAt: toIsoTime(reading.created) ?? event.occurredAt.toISOString(),
        },
      },
    ],
  };
}

/** Stripe's instants are seconds; the result is ISO 8601. */
export function toIsoTime(seconds: number | null | undefined): string | null {
  if (typeof seconds !== "number" || seconds < 0 || seconds > 99_999_999_999) return null;
  return new Date(Math.floor(seconds) * 1_000).toISOString();
}

/** One value of an object's metadata, where it is text. */
export function metadataText(
  metadata: Record<string, unknown> | null | undefined,
  key: string,
): string | null {
  const value = metadata?.[key];
  return typeof value === "string" ? value : null;
}

export const compactIds = (...ids: (string | null | undefined)[]): string[] =>
  ids.filter((id) => typeof id === "string" && id !== "") as string[];
