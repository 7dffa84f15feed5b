import type { SubscriptionStatus } from "@/db/schema/vocabulary.ts";
import { parseStripeAmount } from "../parsing/money.ts";
import type { ParsedEvent, StoredEvent } from "../parsing/parsed-event.ts";
import { parseTenantReference, sanitizeText } from "../parsing/parsed-event.ts";
import { metadataText, toIsoTime } from "./payment-object.ts";
import { Subscription } from "./schemas.ts";

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
  if (status === undefined) return { refused: `The subscription's status is “${subscription.status}”.` };
  const items = subscription.items?.data ?? [];
  const starts = items.map((item) => item.current_period_start);
  const ends = items.map((item) => item.current_period_end);
  const periodEnd = subscription.current_period_end ?? latest(ends);
  const price = sumPrices(subscription);
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
          status: event.type === "customer.subscription.deleted" ? "CANCELLED" : status,
          amountMinor: String(price.minor),
          currency: price.currency,
          periodStart: toIsoTime(subscription.current_period_start ?? latest(starts)),
          periodEnd: toIsoTime(periodEnd),
          cancelsAtPeriodEnd: subscription.cancel_at_period_end ?? false,
          createdAt: toIsoTime(subscription.created) ?? event.occurredAt.toISOString(),
          isCuredByPayment: false,
        },
      },
    ],
  };
}

function sumPrices(subscription: Subscription): { name: string; minor: bigint; currency: string } {
  const items = subscription.items?.data ?? [{ price: subscription.plan, quantity: subscription.quantity }];
  const prices = items.flatMap((item) => {
    const price = item.price ?? ("plan" in item ? item.plan : null);
    return price ? [{ price, quantity: item.quantity ?? 1 }] : [];
  });
  const currency = subscription.currency ?? prices[0]?.price.currency ?? "xxx";
  const minor = prices.reduce((total, { price, quantity }) => {
    const money = parseStripeAmount(
      Math.round((price.unit_amount ?? price.amount ?? 0) * quantity),
      currency,
    );
    return total + (money?.minor ?? 0n);
  }, 0n);
  const first = prices[0]?.price;
  const name =
    metadataText(subscription.metadata, "plan") ??
    first?.nickname ??
    first?.lookup_key ??
    first?.id ??
    "Plan";
  const more = prices.length > 1 ? ` and ${prices.length - 1} more` : "";
  return { name: `${sanitizeText(name) ?? "Plan"}${more}`, minor, currency: currency.toUpperCase() };
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

const latest = (seconds: (number | null | undefined)[]): number | null => {
  const known = seconds.filter((value) => typeof value === "number");
  return known.length > 0 ? Math.max(...known) : null;
};
