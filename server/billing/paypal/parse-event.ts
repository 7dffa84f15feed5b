import { z } from "zod";
import type { BillingFacts } from "@/db/schema/billing-facts.ts";
import {
  type ObjectState,
  type ParsedEvent,
  parsePayload,
  type StoredEvent,
} from "../parsing/parsed-event.ts";
import { getResource, isPayPalApiConfigured } from "./api.ts";
import {
  type ParseResource,
  parseDispute,
  parseOrder,
  parsePayment,
  parseRefund,
  parseSubscription,
} from "./parse-resource.ts";
import { EventEnvelope } from "./schemas.ts";

export { toIsoTime } from "./parse-resource.ts";
export { readTransmission, verifyPayPalSignature } from "./signature.ts";

/** What the platform handles: by the beginning of the type, how its resource is read, and where it is read back. */
const HANDLED: [type: RegExp, read: ParseResource, path: (resource: Resource) => string | null][] = [
  [/^BILLING\.SUBSCRIPTION\./, parseSubscription, subscriptionPath],
  [/^PAYMENT\.(SALE|CAPTURE)\.(REFUNDED|REVERSED)$/, parseRefund, () => null],
  [/^PAYMENT\.SALE\./, parsePayment, ({ id }) => `/v1/payments/sale/${id}`],
  [/^PAYMENT\.CAPTURE\./, parsePayment, ({ id }) => `/v2/payments/captures/${id}`],
  [/^CHECKOUT\.ORDER\./, parseOrder, ({ id }) => `/v2/checkout/orders/${id}`],
  [/^CUSTOMER\.DISPUTE\./, parseDispute, ({ dispute_id: id }) => `/v1/customer/disputes/${id}`],
];

type Resource = Record<string, unknown>;

/**
 * What an event of PayPal says. Where it grants something, a right, money or time, its own word is not enough: the
 * resource is read back from PayPal, and what PayPal holds is what counts.
 * @throws AppError `UNAVAILABLE` while it cannot be read back
 */
export async function parsePayPalEvent(event: StoredEvent): Promise<ParsedEvent> {
  const [, read, path] = HANDLED.find(([type]) => type.test(event.type)) ?? [];
  if (!read || !path) return { ignored: `Events of the type ${event.type} concern nothing here.` };
  const envelope = EventEnvelope.safeParse(parsePayload(event));
  if (!envelope.success) return { refused: "The event carries no resource." };
  const { resource } = envelope.data;
  const told = readObjects(event, read, resource);
  if ("refused" in told || !told.objects.some(({ facts }) => grantsSomething(facts))) return told;
  const id = resource["id"] ?? resource["dispute_id"];
  const where = typeof id === "string" && /^[A-Za-z0-9-]{1,64}$/.test(id) ? path(resource) : null;
  if (!where) return { refused: "The resource has no id under which it could be read back from PayPal." };
  if (!isPayPalApiConfigured()) {
    return {
      refused:
        "It grants something, and cannot be confirmed: PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET are not set.",
    };
  }
  const held = await getResource(where);
  if (!held) return { refused: `PayPal knows nothing of ${String(id)}; nothing was granted.` };
  const confirmed = readObjects(event, read, held);
  const isSame = "objects" in confirmed && confirmed.objects[0]?.objectId === told.objects[0]?.objectId;
  return "refused" in confirmed || isSame
    ? confirmed
    : { refused: `PayPal answered with another resource than ${String(id)}; nothing was granted.` };
}

function readObjects(
  event: StoredEvent,
  read: ParseResource,
  resource: unknown,
): { objects: ObjectState[] } | { refused: string } {
  try {
    return { objects: read(event, resource) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return { refused: `The resource's ${issue?.path.join(".")} cannot be read: ${issue?.message}.` };
  }
}

function grantsSomething(facts: BillingFacts): boolean {
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
