import type { SubscriptionStatus } from "@/shared/vocabulary.ts";
import { NO_CURRENCY } from "../parsing/money.ts";
import type { ParsedEvent, StoredEvent } from "../parsing/parsed-event.ts";
import { parseTenantReference, sanitizeText } from "../parsing/parsed-event.ts";
import { listPrices, nextPayment } from "./next-payment.ts";
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
  if (status === undefined) return { refused: `Unknown subscription status “${subscription.status}”.` };
  const items = subscription.items?.data ?? [];
  const starts = items.map((item) => item.current_period_start);
  const ends = items.map((item) => item.current_period_end);
  const periodEnd = subscription.current_period_end ?? earliest(ends);
  const currency = currencyOf(subscription);
  const minor = currency === NO_CURRENCY ? null : nextPayment(subscription, currency, periodEnd);
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
          plan: nameOf(subscription),
          status: event.type === "customer.subscription.deleted" ? "CANCELLED" : isPaused ? "PAUSED" : status,
          hasStarted: status !== null || null,
          amountMinor: minor === null ? null : String(minor),
          currency,
          periodStart: toIsoTime(subscription.current_period_start ?? latest(starts)),
          periodEnd: toIsoTime(periodEnd),
          endsAt: toIsoTime(end),
          createdAt: toIsoTime(subscription.created),
          isCuredByPayment: false,
        },
      },
    ],
  };
}

/** Name of the first price, and the number of others. */
function nameOf(subscription: Subscription): string {
  const prices = listPrices(subscription);
  const first = prices[0]?.price;
  const name =
    metadataText(subscription.metadata, "plan") ?? first?.nickname ?? first?.lookup_key ?? first?.id;
  const more = prices.length > 1 ? ` and ${prices.length - 1} more` : "";
  return `${sanitizeText(name) ?? "Plan"}${more}`;
}

/** Currency of ISO 4217; `NO_CURRENCY` if it is unknown. */
function currencyOf(subscription: Subscription): string {
  const given = subscription.currency ?? listPrices(subscription)[0]?.price.currency ?? "";
  return /^[A-Za-z]{3}$/.test(given) ? given.toUpperCase() : NO_CURRENCY;
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
