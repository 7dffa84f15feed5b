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

/** Stored event with the API version that gave its object its shape; null if it is unknown. */
export type StoredStripeEvent = StoredEvent & { apiVersion: string | null };

/**
 * Amount of an authorization that was released instead of captured, where the API version reports the release as a
 * refund: before 2025-03-31.
 */
export const releasedAmount = (event: StoredStripeEvent, authorized: number, captured: number): number =>
  event.apiVersion !== null && event.apiVersion < "2025-03-31" ? Math.max(authorized - captured, 0) : 0;

/** Weights of payment objects: the amount of an invoice wins over that of an intent, a charge and a checkout. */
export const WEIGHT = { invoice: 40, intent: 30, charge: 20, session: 10 };

/** Tenant and item in the metadata of an object. */
export const metadataReference = (metadata: Record<string, unknown> | null | undefined): TenantReference => ({
  tenantId: toUuidOrNull(metadataText(metadata, "tenant_id")),
  itemIds: (metadataText(metadata, "item_id") ?? "")
    .split(/[\s,]/, 50)
    .flatMap((id) => toUuidOrNull(id) ?? []),
});

export interface PaymentFields {
  objectId: string;
  links: string[];
  subscriptionRef: string | null;
  progress: number;
  amount: number;
  currency: string;
  created: number | null | undefined;
  facts: Pick<PaymentFacts, "weight" | "tenantId" | "itemIds" | "status"> & {
    refundedMinor?: string;
    releasedMinor?: string;
    description?: string | null | undefined;
    receiptUrl?: string | null | undefined;
    invoiceUrl?: string | null | undefined;
    leavesBalance?: boolean | null;
  };
}

/** State of a payment object, with its amount validated and its text sanitized. */
export function createPaymentState(event: StoredEvent, fields: PaymentFields): ParsedEvent {
  const money = parseStripeAmount(fields.amount, fields.currency);
  if (!money || money.minor < 0n)
    return { refused: `“${fields.amount} ${fields.currency}” is not a valid amount.` };
  const { facts, objectId, links, subscriptionRef, progress } = fields;
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
          occurredAt: toIsoTime(fields.created),
        },
      },
    ],
  };
}

/** Converts Stripe's seconds to ISO 8601. */
export function toIsoTime(seconds: number | null | undefined): string | null {
  if (typeof seconds !== "number" || seconds < 0 || seconds > 99_999_999_999) return null;
  return new Date(Math.floor(seconds) * 1_000).toISOString();
}

export function metadataText(
  metadata: Record<string, unknown> | null | undefined,
  key: string,
): string | null {
  const value = metadata?.[key];
  return typeof value === "string" ? value : null;
}

export const compactIds = (...ids: (string | null | undefined)[]): string[] =>
  ids.filter((id) => typeof id === "string" && id !== "") as string[];
