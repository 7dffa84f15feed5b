import { z } from "zod";
import type { BillingFacts } from "@/db/schema/billing-facts.ts";
import {
  type ObjectState,
  type ParsedEvent,
  parsePayload,
  type StoredEvent,
} from "../parsing/parsed-event.ts";
import { fetchResource, isPayPalApiConfigured } from "./api.ts";
import {
  type ParseResource,
  parseDispute,
  parseOrder,
  parsePayment,
  parseRefund,
  parseSubscription,
} from "./parse-resource.ts";
import { EventEnvelope } from "./schemas.ts";

/** Parsers by event type, with the API path under which the resource is confirmed. */
const PARSERS: [type: RegExp, parse: ParseResource, path: (resource: Resource) => string | null][] = [
  [/^BILLING\.SUBSCRIPTION\./, parseSubscription, subscriptionPath],
  [/^PAYMENT\.(SALE|CAPTURE)\.(REFUNDED|REVERSED)$/, parseRefund, () => null],
  [/^PAYMENT\.SALE\./, parsePayment, ({ id }) => `/v1/payments/sale/${id}`],
  [/^PAYMENT\.CAPTURE\./, parsePayment, ({ id }) => `/v2/payments/captures/${id}`],
  [/^CHECKOUT\.ORDER\./, parseOrder, ({ id }) => `/v2/checkout/orders/${id}`],
  [/^CUSTOMER\.DISPUTE\./, parseDispute, ({ dispute_id: id }) => `/v1/customer/disputes/${id}`],
];

type Resource = Record<string, unknown>;

/**
 * Parses a PayPal event. If it grants a subscription, a payment or a won dispute, the resource is fetched from PayPal and
 * replaces the event's, since the webhook signature covers only a CRC-32 of the body.
 * @throws AppError `UNAVAILABLE` while PayPal cannot confirm it
 */
export async function parsePayPalEvent(event: StoredEvent): Promise<ParsedEvent> {
  const [, parse, path] = PARSERS.find(([type]) => type.test(event.type)) ?? [];
  if (!parse || !path) return { ignored: `Events of the type ${event.type} concern nothing here.` };
  const envelope = EventEnvelope.safeParse(parsePayload(event));
  if (!envelope.success) return { refused: "The event carries no resource." };
  const { resource } = envelope.data;
  const claimed = parseObjects(event, parse, resource);
  if ("refused" in claimed || !claimed.objects.some(({ facts }) => needsConfirmation(facts))) return claimed;
  const id = resource["id"] ?? resource["dispute_id"];
  const resourcePath = typeof id === "string" && /^[A-Za-z0-9-]{1,64}$/.test(id) ? path(resource) : null;
  if (!resourcePath)
    return { refused: "The resource has no id under which it could be read back from PayPal." };
  if (!isPayPalApiConfigured()) {
    return {
      refused:
        "It grants something, and cannot be confirmed: PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are not set.",
    };
  }
  const resourceAtPayPal = await fetchResource(resourcePath);
  if (!resourceAtPayPal) return { refused: `PayPal knows nothing of ${String(id)}; nothing was granted.` };
  const confirmed = parseObjects(event, parse, resourceAtPayPal);
  const isSame = "objects" in confirmed && confirmed.objects[0]?.objectId === claimed.objects[0]?.objectId;
  return "refused" in confirmed || isSame
    ? confirmed
    : { refused: `PayPal answered with another resource than ${String(id)}; nothing was granted.` };
}

function parseObjects(
  event: StoredEvent,
  parse: ParseResource,
  resource: unknown,
): { objects: ObjectState[] } | { refused: string } {
  try {
    return { objects: parse(event, resource) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return { refused: `The resource's ${issue?.path.join(".")} cannot be read: ${issue?.message}.` };
  }
}

function needsConfirmation(facts: BillingFacts): boolean {
  switch (facts.kind) {
    case "SUBSCRIPTION":
      return facts.status === "ACTIVE" || facts.status === "TRIALING" || facts.status === "PAST_DUE";
    case "PAYMENT":
      return facts.status === "SUCCEEDED";
    case "DISPUTE":
      return !facts.isHeld;
    default:
      return false;
  }
}

function subscriptionPath({ id, state }: Resource): string {
  return state === undefined ? `/v1/billing/subscriptions/${id}` : `/v1/payments/billing-agreements/${id}`;
}
