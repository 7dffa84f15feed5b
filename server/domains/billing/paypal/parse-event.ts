import { z } from "zod";
import type { BillingFacts } from "@/db/schema/billing-facts.ts";
import { env } from "@/server/core/env/env.ts";
import { AppError } from "@/shared/errors.ts";
import { unknownMoneyEvent } from "../parsing/event-types.ts";
import {
  describeInvalid,
  type ObjectState,
  type ParsedEvent,
  parsePayload,
  type StoredEvent,
} from "../parsing/parsed-event.ts";
import { fetchResource, isPayPalApiConfigured } from "./api.ts";
import { findPayPalEffect, type ResourceType } from "./event-types.ts";
import type { ParseResource } from "./parse-resource.ts";
import { EventEnvelope } from "./schemas.ts";

/** Ids that PayPal gives its resources; anything else is not requested. */
const RESOURCE_ID = /^[A-Za-z0-9-]{1,64}$/;

/**
 * Parses a PayPal event. If it grants a subscription, a payment, a won dispute or a refund that failed, the resource is
 * fetched from PayPal and replaces the event's, since the webhook signature covers only a CRC-32 of the body.
 * @throws AppError `UNAVAILABLE` while PayPal cannot confirm it
 */
export async function parsePayPalEvent(event: StoredEvent): Promise<ParsedEvent> {
  const payload = parsePayload(event);
  if (env().PAYPAL_ENVIRONMENT === "live" && isFromSandbox(payload)) {
    return { ignored: "Sandbox event. PAYPAL_ENVIRONMENT is live." };
  }
  const effect = findPayPalEffect(event.type);
  if (!effect) return { refused: unknownMoneyEvent(event.type) };
  if ("ignored" in effect) return effect;
  const envelope = EventEnvelope.safeParse(payload);
  if (!envelope.success) return { refused: "The event has no resource." };
  const { resource } = envelope.data;
  const claimed = parseObjects(event, effect.parse.parse, resource);
  if ("refused" in claimed || !claimed.objects.some(({ facts }) => needsConfirmation(facts))) return claimed;
  return confirm(event, effect.parse, resource, claimed.objects);
}

/** Reads the resource back. One id is checked, requested and compared. */
async function confirm(
  event: StoredEvent,
  { parse, path, idField }: ResourceType,
  resource: Record<string, unknown>,
  claimed: ObjectState[],
): Promise<ParsedEvent> {
  const id = resource[idField];
  if (!path || typeof id !== "string" || !RESOURCE_ID.test(id)) {
    return { refused: "The resource has no ID to verify with the PayPal API." };
  }
  if (!isPayPalApiConfigured()) {
    return {
      refused:
        "Events that grant access must be verified with the PayPal API. Set PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET.",
    };
  }
  const resourceAtPayPal = await fetchResource(`${path(resource)}/${encodeURIComponent(id)}`);
  if (!resourceAtPayPal) return { refused: `PayPal has no resource ${id}. Nothing was granted.` };
  const confirmed = parseObjects(event, parse, await withPlan(resourceAtPayPal));
  const isSame = "objects" in confirmed && confirmed.objects[0]?.objectId === claimed[0]?.objectId;
  return "refused" in confirmed || isSame
    ? confirmed
    : { refused: `PayPal returned a resource other than ${id}. Nothing was granted.` };
}

/** Adds the plan, which holds the price, to a subscription that names one. Without it the price stays unknown. */
async function withPlan(resource: unknown): Promise<unknown> {
  const { plan_id: planId, plan } = resource as { plan_id?: unknown; plan?: unknown };
  if (plan || typeof planId !== "string" || !RESOURCE_ID.test(planId)) return resource;
  try {
    const found = await fetchResource(`/v1/billing/plans/${encodeURIComponent(planId)}`);
    return found ? { ...(resource as object), plan: found } : resource;
  } catch (error) {
    if (error instanceof AppError) return resource;
    throw error;
  }
}

function isFromSandbox(payload: unknown): boolean {
  const links = SandboxLinks.safeParse(payload).data?.links ?? [];
  return links.some(
    ({ href }) => URL.canParse(href) && new URL(href).hostname.endsWith(".sandbox.paypal.com"),
  );
}

const SandboxLinks = z.object({ links: z.array(z.object({ href: z.string() })).optional() });

function parseObjects(
  event: StoredEvent,
  parse: ParseResource,
  resource: unknown,
): { objects: ObjectState[] } | { refused: string } {
  try {
    return { objects: parse(event, resource) };
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    return { refused: describeInvalid("resource", error) };
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
    case "REFUND":
      return facts.status === "FAILED";
    default:
      return false;
  }
}
