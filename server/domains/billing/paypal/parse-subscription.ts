import type { z } from "zod";
import type { SubscriptionFacts } from "@/db/schema/billing-facts.ts";
import { type Money, NO_CURRENCY, parseDecimalAmount } from "../parsing/money.ts";
import { parseTenantReference, sanitizeText } from "../parsing/parsed-event.ts";
import { type ParseResource, stateFields, toIsoTime } from "./parse-resource.ts";
import { Subscription } from "./schemas.ts";

/** `BILLING.SUBSCRIPTION.*`; in API version 1 an agreement with `state` instead of `status`. */
export const parseSubscription: ParseResource = (event, resource) => {
  const subscription = Subscription.parse(resource);
  const { billing_info: info, agreement_details: details, plan } = subscription;
  const price = priceOf(subscription);
  const startedAt = toIsoTime(subscription.start_time ?? subscription.start_date);
  return [
    {
      ...stateFields(event, subscription.id, rankOf(event.type)),
      subscriptionRef: subscription.id,
      facts: {
        kind: "SUBSCRIPTION",
        tenantId: parseTenantReference(subscription.custom_id ?? subscription.custom).tenantId,
        plan: sanitizeText(plan?.name ?? subscription.plan_id ?? subscription.description) ?? "Plan",
        status: subscriptionStatus(event.type, subscription),
        amountMinor: price ? String(price.minor) : null,
        currency: price?.currency ?? info?.last_payment?.amount?.currency ?? NO_CURRENCY,
        periodStart: toIsoTime(info?.last_payment?.time ?? details?.last_payment_date) ?? startedAt,
        periodEnd: toIsoTime(info?.next_billing_time ?? details?.next_billing_date),
        endsAt: null,
        createdAt: toIsoTime(subscription.create_time) ?? startedAt ?? event.occurredAt.toISOString(),
        isCuredByPayment: true,
      },
    },
  ];
};

/** Price of a regular period; null where the plan is unknown: the last payment may be a setup fee, a trial or a part. */
function priceOf({ plan, quantity }: z.output<typeof Subscription>): Money | null {
  const cycles = plan?.billing_cycles?.filter((cycle) => cycle.tenure_type === "REGULAR") ?? [];
  const regular = plan?.payment_definitions?.filter(({ type }) => type === "REGULAR") ?? [];
  if (cycles.length + regular.length !== 1) return null;
  const [cycle] = cycles;
  const model = cycle?.pricing_scheme?.pricing_model ?? "FIXED";
  const units = /^\d{1,9}$/.test(quantity ?? "1") ? BigInt(quantity ?? "1") : null;
  const unit = cycle
    ? cycle.pricing_scheme?.fixed_price
    : parseDecimalAmount(regular[0]?.amount?.value ?? "", plan?.curr_code ?? "");
  if (!unit || model !== "FIXED" || units === null) return null;
  const minor = unit.minor * units;
  return minor < 2n ** 63n ? { ...unit, minor } : null;
}

/** Rank of event types within one instant: created, changed, suspended, ended. */
const EVENT_RANKS = new Map([
  ["CREATED", 0],
  ["SUSPENDED", 2],
  ["CANCELLED", 3],
  ["EXPIRED", 3],
]);
const OTHER_EVENT_RANK = 1;

const rankOf = (type: string): number => EVENT_RANKS.get(type.split(".").at(-1) ?? "") ?? OTHER_EVENT_RANK;

const STATUSES: Record<string, SubscriptionFacts["status"]> = {
  APPROVAL_PENDING: null,
  APPROVED: null,
  PENDING: null,
  ACTIVE: "ACTIVE",
  REACTIVATED: "ACTIVE",
  SUSPENDED: "PAUSED",
  CANCELLED: "CANCELLED",
  CANCELED: "CANCELLED",
  EXPIRED: "EXPIRED",
};

function subscriptionStatus(
  type: string,
  { status, state, billing_info: info }: z.output<typeof Subscription>,
) {
  const known = STATUSES[(status ?? state ?? "").toUpperCase()] ?? null;
  if (known !== "ACTIVE") return known;
  if (type.endsWith(".PAYMENT.FAILED")) return "PAST_DUE";
  const isTrial = info?.cycle_executions?.some(
    (cycle) => cycle.tenure_type === "TRIAL" && (cycle.cycles_remaining ?? 0) > 0,
  );
  return isTrial ? "TRIALING" : "ACTIVE";
}
