import { z } from "zod";
import { processSingleton } from "@/db/client.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { env } from "@/server/core/env/env.ts";
import { createOutbound, type Outbound } from "@/server/outbound/outbound.ts";
import { AppError } from "@/shared/errors.ts";
import { withoutTrailingSlash } from "@/shared/text/base-url.ts";
import { unknownMoneyEvent } from "../parsing/event-types.ts";
import {
  describeInvalid,
  OBJECT_ID,
  type ParsedEvent,
  parsePayload,
  type StoredEvent,
} from "../parsing/parsed-event.ts";
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

const API_BASE = "https://api.stripe.com";
const REQUEST_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 524_288;

/** Outbound client for Stripe; the host of `STRIPE_API_BASE` may be private. */
function getClient(): Outbound {
  return processSingleton("stripe-outbound", () => {
    const { STRIPE_API_BASE, OUTBOUND_ALLOW_HOSTS } = env();
    const ownHost = STRIPE_API_BASE ? [new URL(STRIPE_API_BASE).host] : [];
    return createOutbound({
      allow: parseAllowList([OUTBOUND_ALLOW_HOSTS ?? "", ...ownHost].join(",")) ?? [],
    });
  });
}

/**
 * Fetches an object from Stripe's API; null if it does not exist.
 * @throws AppError `UNAVAILABLE`
 */
async function fetchStripeObject(path: string, secretKey: string): Promise<unknown> {
  const result = await getClient().send({
    url: `${withoutTrailingSlash(env().STRIPE_API_BASE ?? API_BASE)}${path}`,
    method: "GET",
    headers: { Accept: "application/json", Authorization: `Bearer ${secretKey}` },
    timeoutMs: REQUEST_TIMEOUT_MS,
    readLimitBytes: MAX_RESPONSE_BYTES,
  });
  if (!result.isComplete) throw unavailable(`Stripe did not respond: ${result.message}.`);
  const { status, body, isTruncated } = result.response;
  if (status === 404) return null;
  if (status < 200 || status > 299 || isTruncated)
    throw unavailable(`Stripe responded with status ${status}.`);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw unavailable("Stripe's response is not JSON.");
  }
}

const unavailable = (detail: string) => new AppError("UNAVAILABLE", detail, { retryAfterSeconds: 30 });
