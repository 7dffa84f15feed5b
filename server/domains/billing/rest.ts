import type { z } from "zod";
import { getClientAddress } from "@/server/auth/rate-limits/client-address.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { fieldProblems } from "@/server/http/parse-input.ts";
import { type RouteInput, route } from "@/server/http/route.ts";
import { AppError, validationFailed } from "@/shared/errors.ts";
import type { PaymentProvider } from "@/shared/vocabulary.ts";
import { PayPalEvent, StripeEvent } from "./input.ts";
import { toIsoTime } from "./paypal/parse-resource.ts";
import { parseTransmission, verifyPayPalSignature } from "./paypal/signature.ts";
import { receiveEvent } from "./receive.ts";
import { verifyStripeSignature } from "./stripe/signature.ts";
import { WebhookReceipt } from "./view.ts";

const MAX_WEBHOOK_BYTES = 524_288;

type WebhookInput = RouteInput<"none", unknown, unknown, unknown>;

export const stripeWebhook = route({
  method: "POST",
  path: "/api/billing/webhook",
  summary: "Receive an event from Stripe (Stripe only)",
  credential: "none",
  // Signed requests are not limited; `rejectSignature` counts all others.
  limit: null,
  body: { schema: StripeEvent, limitBytes: MAX_WEBHOOK_BYTES, isSigned: true },
  errors: ["INVALID_SIGNATURE", "PROVIDER_NOT_CONFIGURED", "RATE_LIMITED"],
  status: 200,
  response: WebhookReceipt,
  handle: async (call) => {
    const { STRIPE_WEBHOOK_SECRET: secrets } = env();
    if (!secrets) throw notConfigured("STRIPE_WEBHOOK_SECRET");
    const signature = call.headers.get("stripe-signature");
    const now = call.ctx.now();
    if (!verifyStripeSignature(call.rawBody.bytes, signature, secrets, now)) await rejectSignature(call);
    const event = parseEvent(call, StripeEvent);
    const webhook = {
      provider: "STRIPE" as const,
      eventId: event.id,
      transmissionId: null,
      type: event.type,
      occurredAt: boundTime(event.created ?? now, now),
      payload: call.rawBody.text,
      headers: pickHeaders(call.headers, ["content-type", "user-agent"]),
    };
    return { body: await receiveEvent(actAsProvider(call.ctx, "STRIPE"), webhook) };
  },
});

export const paypalWebhook = route({
  method: "POST",
  path: "/api/billing/webhook/paypal",
  summary: "Receive an event from PayPal (PayPal only)",
  credential: "none",
  limit: null,
  body: { schema: PayPalEvent, limitBytes: MAX_WEBHOOK_BYTES, isSigned: true },
  errors: ["INVALID_SIGNATURE", "PROVIDER_NOT_CONFIGURED", "RATE_LIMITED"],
  status: 200,
  response: WebhookReceipt,
  handle: async (call) => {
    const { PAYPAL_WEBHOOK_ID: webhookId } = env();
    if (!webhookId) throw notConfigured("PAYPAL_WEBHOOK_ID");
    const now = call.ctx.now();
    const transmission = parseTransmission(call.headers, now);
    if (!transmission) return rejectSignature(call);
    if (!(await verifyPayPalSignature(call.rawBody.bytes, transmission, webhookId, now)))
      await rejectSignature(call);
    const event = parseEvent(call, PayPalEvent);
    const webhook = {
      provider: "PAYPAL" as const,
      eventId: event.id,
      transmissionId: transmission.id,
      type: event.event_type,
      occurredAt: boundTime(new Date(toIsoTime(event.create_time) ?? transmission.time), now),
      payload: call.rawBody.text,
      headers: pickHeaders(call.headers, PAYPAL_HEADERS),
    };
    return { body: await receiveEvent(actAsProvider(call.ctx, "PAYPAL"), webhook) };
  },
});

/** Headers that are stored with an event: neither secrets nor signatures. */
const PAYPAL_HEADERS = [
  "content-type",
  "user-agent",
  "correlation-id",
  "paypal-transmission-id",
  "paypal-transmission-time",
  "paypal-cert-url",
  "paypal-auth-algo",
  "paypal-auth-version",
];

function pickHeaders(headers: Headers, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (headers.has(name) ? [[name, headers.get(name) ?? ""]] : [])),
  );
}

function parseEvent<S extends z.ZodObject>({ rawBody }: WebhookInput, schema: S): z.output<S> {
  const parsed = schema.safeParse(rawBody.json());
  if (!parsed.success) throw validationFailed(fieldProblems(parsed.error));
  return parsed.data;
}

/** A later time would freeze its object: no event after it would be newer. */
const MAX_CLOCK_SKEW_MS = 86_400_000;
const boundTime = (at: Date, now: Date): Date =>
  new Date(Math.min(at.getTime(), now.getTime() + MAX_CLOCK_SKEW_MS));

const actAsProvider = (ctx: Context, provider: PaymentProvider): Context => ({
  ...ctx,
  actor: { kind: "provider", provider },
});

/** Counts against the rate limit of anonymous requests. */
async function rejectSignature(call: WebhookInput): Promise<never> {
  await consumeRateLimit("anonymous", getClientAddress(call.headers));
  throw new AppError("INVALID_SIGNATURE", "The signature does not match the body or is too old.");
}

const notConfigured = (name: string) =>
  new AppError("PROVIDER_NOT_CONFIGURED", `${name} is not set.`, { retryAfterSeconds: 300 });
