import type { SubscriptionStatus } from "@/shared/vocabulary.ts";
import { NO_CURRENCY, parseStripeDecimal } from "../parsing/money.ts";
import type { ParsedEvent, StoredEvent } from "../parsing/parsed-event.ts";
import { parseTenantReference, sanitizeText } from "../parsing/parsed-event.ts";
import { metadataText, toIsoTime } from "./payment-object.ts";
import { type Price, Subscription } from "./schemas.ts";

const STATUSES: Record<string, SubscriptionStatus | null> = {
  incomplete: null,
  incomplete_expired: null,
  trialing: "TRIALING",
  active: "ACTIVE",
  past_due: "PAST_DUE",
  unpaid: "PAST_DUE",
  paused: "PAUSED",
  canceled: "CANCELLED",
};

/** `customer.subscription.*`: later API versions moved the period from the subscription to its items. */
export function parseSubscription(event: StoredEvent, object: unknown): ParsedEvent {
  const subscription = Subscription.parse(object);
  const status = STATUSES[subscription.status];
  if (status === undefined) return { refused: `Unknown subscription status “${subscription.status}”.` };
  const items = subscription.items?.data ?? [];
  const starts = items.map((item) => item.current_period_start);
  const ends = items.map((item) => item.current_period_end);
  const periodEnd = subscription.current_period_end ?? earliest(ends);
  const price = sumPrices(subscription);
  const isPaused = subscription.pause_collection && status !== null && status !== "CANCELLED";
  const end = subscription.cancel_at ?? (subscription.cancel_at_period_end ? periodEnd : null);
  return {
    objects: [
      {
        objectId: subscription.id,
        links: [],
        subscriptionRef: subscription.id,
        stateAt: event.occurredAt,
        progress: rankProgress(event.type, status, periodEnd),
        eventId: event.eventId,
        facts: {
          kind: "SUBSCRIPTION",
          tenantId: parseTenantReference(metadataText(subscription.metadata, "tenant_id")).tenantId,
          plan: price.name,
          status: event.type === "customer.subscription.deleted" ? "CANCELLED" : isPaused ? "PAUSED" : status,
          amountMinor: price.minor === null ? null : String(price.minor),
          currency: price.currency,
          periodStart: toIsoTime(subscription.current_period_start ?? latest(starts)),
          periodEnd: toIsoTime(periodEnd),
          endsAt: toIsoTime(end),
          createdAt: toIsoTime(subscription.created) ?? event.occurredAt.toISOString(),
          isCuredByPayment: false,
        },
      },
    ],
  };
}

/** Name and price of a period; the price is null if it cannot be known in advance. */
function sumPrices(subscription: Subscription): { name: string; minor: bigint | null; currency: string } {
  const items = subscription.items?.data ?? [{ price: subscription.plan, quantity: subscription.quantity }];
  const prices = items.flatMap((item) => {
    const price = item.price ?? ("plan" in item ? item.plan : null);
    return price ? [{ price, quantity: item.quantity }] : [];
  });
  const currency = (subscription.currency ?? prices[0]?.price.currency ?? NO_CURRENCY).toUpperCase();
  const isKnown =
    prices.length > 0 &&
    !subscription.items?.has_more &&
    new Set(prices.map(({ price }) => intervalOf(price))).size === 1;
  const amounts = isKnown ? prices.map(({ price, quantity }) => priceOf(price, quantity, currency)) : [null];
  const minor = amounts.reduce<bigint | null>(
    (total, amount) => (total === null || amount === null ? null : total + amount),
    0n,
  );
  const first = prices[0]?.price;
  const name =
    metadataText(subscription.metadata, "plan") ??
    first?.nickname ??
    first?.lookup_key ??
    first?.id ??
    "Plan";
  const more = prices.length > 1 ? ` and ${prices.length - 1} more` : "";
  const isCurrency = /^[A-Z]{3}$/.test(currency);
  return {
    name: `${sanitizeText(name) ?? "Plan"}${more}`,
    minor: isCurrency && minor !== null && minor < 2n ** 63n ? minor : null,
    currency: isCurrency ? currency : NO_CURRENCY,
  };
}

const intervalOf = ({ recurring, interval, interval_count: count }: Price): string =>
  `${recurring?.interval_count ?? count ?? 1} ${recurring?.interval ?? interval ?? ""}`;

/** Null for tiers, metered use, prices that the customer chooses, and prices of another currency. */
function priceOf(price: Price, quantity: number | null | undefined, currency: string): bigint | null {
  const isMetered = (price.recurring?.usage_type ?? price.usage_type) === "metered";
  if (price.billing_scheme === "tiered" || isMetered) return null;
  if (price.currency && price.currency.toUpperCase() !== currency) return null;
  const { divide_by: size = 1, round } = price.transform_quantity ?? {};
  if (size < 1) return null;
  const units = (quantity ?? 1) / size;
  const unit = price.unit_amount_decimal ?? price.unit_amount ?? price.amount_decimal ?? price.amount;
  if (unit === null || unit === undefined) return null;
  const count = round === "up" ? Math.ceil(units) : Math.floor(units);
  return parseStripeDecimal(String(unit), count, currency)?.minor ?? null;
}

const STATUS_ORDER: (SubscriptionStatus | null)[] = [
  null,
  "TRIALING",
  "ACTIVE",
  "PAST_DUE",
  "PAUSED",
  "EXPIRED",
  "CANCELLED",
];

/** Rank of states within one second: created, updated, deleted; then the later period; then the status order. */
function rankProgress(
  type: string,
  status: SubscriptionStatus | null,
  periodEnd: number | null | undefined,
): number {
  const eventRank =
    type === "customer.subscription.deleted" ? 2 : type === "customer.subscription.created" ? 0 : 1;
  const end = Math.min(Math.max(Math.floor(periodEnd ?? 0), 0), 99_999_999_999);
  return (eventRank * 100_000_000_000 + end) * 10 + STATUS_ORDER.indexOf(status);
}

const earliest = (seconds: (number | null | undefined)[]): number | null => {
  const known = seconds.filter((value) => typeof value === "number");
  return known.length > 0 ? Math.min(...known) : null;
};

const latest = (seconds: (number | null | undefined)[]): number | null => {
  const known = seconds.filter((value) => typeof value === "number");
  return known.length > 0 ? Math.max(...known) : null;
};
