import Stripe from "stripe";
import { API_VERSION, type Shape, stripeId } from "./stripe-objects.ts";

export const STRIPE_SECRETS = [
  "whsec_of_the_contract_tests_today",
  "whsec_of_the_contract_tests_yesterday",
] as const;

export interface StripeEvent {
  id: string;
  body: string;
}

/** Stripe event. `created` is in seconds. */
export function stripeEvent(
  type: string,
  object: Record<string, unknown>,
  { created = Math.floor(Date.now() / 1_000), shape = "current" as Shape, id = stripeId("evt") } = {},
): StripeEvent {
  const event = { id, object: "event", api_version: API_VERSION[shape], created, type, data: { object } };
  return { id, body: JSON.stringify({ ...event, livemode: true, pending_webhooks: 1 }) };
}

/** `Stripe-Signature` header, by the official library. */
export const signStripe = (
  payload: string,
  { secret = STRIPE_SECRETS[0] as string, timestamp = Math.floor(Date.now() / 1_000) } = {},
): string => Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
