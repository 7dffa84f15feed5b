import { z } from "zod";
import { env } from "@/server/core/env/env.ts";
import { describeInvalid } from "../parsing/describe-invalid.ts";
import { unknownMoneyEvent } from "../parsing/event-types.ts";
import { OBJECT_ID, type ParsedEvent, parsePayload, type StoredEvent } from "../parsing/parsed-event.ts";
import { fetchStripeObject } from "./api.ts";
import { findStripeEffect, type ObjectParser } from "./event-types.ts";
import type { StoredStripeEvent } from "./payment-object.ts";

const Envelope = z.object({
  object: z.string().nullish().catch(null),
  api_version: z.string().nullish().catch(null),
  livemode: z.boolean().nullish().catch(null),
  data: z
    .object({ object: z.record(z.string(), z.unknown()).nullish().catch(null) })
    .nullish()
    .catch(null),
  related_object: z.object({ id: z.string(), type: z.string() }).nullish().catch(null),
});

/**
 * Parses a Stripe event of any API version. A thin event carries no object: it is read back from Stripe.
 * @throws AppError `UNAVAILABLE` while a thin event's object cannot be read back
 */
export async function parseStripeEvent(stored: StoredEvent): Promise<ParsedEvent> {
  const {
    object,
    livemode,
    data,
    related_object: related,
    api_version: apiVersion,
  } = Envelope.parse(parsePayload(stored));
  if (livemode === false && env().mode === "external" && !env().STRIPE_ALLOW_TEST_EVENTS) {
    return { ignored: "Test mode event. STRIPE_ALLOW_TEST_EVENTS is not true." };
  }
  const isThin = object === "v2.core.event" || /^v\d+\./.test(stored.type);
  const event = { ...stored, type: stored.type.replace(/^v1\./, ""), apiVersion: apiVersion ?? null };
  const effect = findStripeEffect(event.type);
  if (!effect) return { refused: unknownMoneyEvent(stored.type) };
  if ("ignored" in effect) return effect;
  if (data?.object) return parseObject(effect.parse, event, data.object);
  if (!isThin) return { refused: "The event has no data.object." };
  return readBack(effect.parse, event, related);
}

/** Paths of Stripe's API by the type of a thin event's related object. */
const PATHS: Record<string, string> = {
  charge: "/v1/charges",
  "checkout.session": "/v1/checkout/sessions",
  credit_note: "/v1/credit_notes",
  dispute: "/v1/disputes",
  invoice: "/v1/invoices",
  invoice_payment: "/v1/invoice_payments",
  payment_intent: "/v1/payment_intents",
  refund: "/v1/refunds",
  subscription: "/v1/subscriptions",
};

/** Reads a thin event's object back; the path is built from its type and id, never taken from the event. */
async function readBack(
  parse: ObjectParser,
  event: StoredStripeEvent,
  related: z.output<typeof Envelope>["related_object"],
): Promise<ParsedEvent> {
  const { STRIPE_SECRET_KEY: key } = env();
  if (!key) {
    return {
      refused:
        "Thin events have no object. Choose snapshot payloads for the webhook in Stripe, or set STRIPE_SECRET_KEY and reprocess the event.",
    };
  }
  const path = PATHS[related?.type ?? ""];
  if (!related || !path || !OBJECT_ID.test(related.id)) {
    return {
      refused:
        "The object of this thin event can’t be fetched. Choose snapshot payloads for the webhook in Stripe.",
    };
  }
  const object = await fetchStripeObject(`${path}/${encodeURIComponent(related.id)}`, key);
  if (object === null) return { refused: `Stripe has no object ${related.id}.` };
  const parsed = parseObject(parse, event, object);
  const isSame = "objects" in parsed && parsed.objects[0]?.objectId === related.id;
  return "objects" in parsed && !isSame
    ? { refused: `Stripe returned an object other than ${related.id}.` }
    : parsed;
}

function parseObject(parse: ObjectParser, event: StoredStripeEvent, object: unknown): ParsedEvent {
  try {
    return parse(event, object);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { refused: describeInvalid("object", error) };
  }
}
