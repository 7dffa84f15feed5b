import { processSingleton } from "@/db/client.ts";
import { parseAllowList } from "@/server/core/env/allow-list.ts";
import { env } from "@/server/core/env/env.ts";
import { createOutbound, type Outbound } from "@/server/outbound/outbound.ts";
import { AppError } from "@/shared/errors.ts";
import { withoutTrailingSlash } from "@/shared/text/base-url.ts";

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
export async function fetchStripeObject(path: string, secretKey: string): Promise<unknown> {
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
