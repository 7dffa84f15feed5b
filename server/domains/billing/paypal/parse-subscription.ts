import type { z } from "zod";
import type { SubscriptionFacts } from "@/db/schema/billing-facts.ts";
import {
  type Money,
  NO_CURRENCY,
  parseDecimalAmount,
  parsePercentage,
  percentageOf,
} from "../parsing/money.ts";
import { parseTenantReference, sanitizeText } from "../parsing/parsed-event.ts";
import { type ParseResource, stateFields, toIsoTime } from "./parse-resource.ts";
import { Subscription } from "./schemas.ts";

/** `BILLING.SUBSCRIPTION.*`; in API version 1 an agreement with `state` instead of `status`. */
export const parseSubscription: ParseResource = (event, resource) => {
  const subscription = Subscription.parse(resource);
  const { billing_info: info, agreement_details: details, plan } = subscription;
  const price = nextPayment(subscription);
  const planId = sanitizeText(subscription.plan_id);
  const status = subscriptionStatus(event.type, subscription);
  const startedAt = toIsoTime(subscription.start_time ?? subscription.start_date);
  return [
    {
      ...stateFields(event, subscription.id, rankOf(event.type)),
      subscriptionRef: subscription.id,
      facts: {
        kind: "SUBSCRIPTION",
        tenantId: parseTenantReference(subscription.custom_id ?? subscription.custom).tenantId,
        plan: sanitizeText(plan?.name ?? (planId ? null : subscription.description)),
        planId,
        describedPlanId: plan ? planId : null,
        status,
        hasStarted: status !== null || null,
        ...(plan && { amountMinor: price ? String(price.minor) : null }),
        currency: price?.currency ?? info?.last_payment?.amount?.currency ?? NO_CURRENCY,
        periodStart: toIsoTime(info?.last_payment?.time ?? details?.last_payment_date) ?? startedAt,
        periodEnd: toIsoTime(info?.next_billing_time ?? details?.next_billing_date),
        endsAt: null,
        createdAt: toIsoTime(subscription.create_time) ?? startedAt,
        isCuredByPayment: true,
      },
    },
  ];
};

/**
 * Amount of the next payment: the next trial cycle or the regular one, with shipping and exclusive tax. Null if it cannot
 * be known: tiers, an overridden plan, an amount outstanding. The last payment may be a setup fee, a trial or a part.
 */
function nextPayment(subscription: z.output<typeof Subscription>): Money | null {
  const { plan, quantity, billing_info: info, shipping_amount: shipping } = subscription;
  const next = info?.cycle_executions?.find(
    ({ tenure_type: tenure, cycles_remaining: left }) => tenure === "TRIAL" && (left ?? 0) > 0,
  );
  const cycles = plan?.billing_cycles?.filter((cycle) =>
    next
      ? cycle.tenure_type === "TRIAL" && (cycle.sequence ?? next.sequence) === next.sequence
      : cycle.tenure_type === "REGULAR",
  );
  const regular = plan?.payment_definitions?.filter(({ type }) => type === "REGULAR") ?? [];
  const [cycle, definition] = [cycles?.[0], next ? undefined : regular[0]];
  if ((cycles?.length ?? 0) + (next ? 0 : regular.length) !== 1) return null;
  const model = cycle?.pricing_scheme?.pricing_model ?? "FIXED";
  const units = /^\d{1,9}$/.test(quantity ?? "1") ? BigInt(quantity ?? "1") : null;
  const unit = cycle
    ? cycle.pricing_scheme?.fixed_price
    : parseDecimalAmount(definition?.amount?.value ?? "", plan?.curr_code ?? "");
  const isChanged = subscription.plan_overridden === true;
  const hasCharges = definition?.charge_models?.some(({ amount }) => Number(amount?.value) !== 0);
  const owed = info?.outstanding_balance?.minor ?? 0n;
  if (!unit || model !== "FIXED" || units === null || isChanged || hasCharges || owed > 0n) return null;
  if (shipping && shipping.minor > 0n && (shipping.currency !== unit.currency || plan?.taxes)) return null;
  const net = unit.minor * units;
  const isExclusive = plan?.taxes && plan.taxes.inclusive !== true;
  const rate = isExclusive ? parsePercentage(plan.taxes?.percentage) : NO_TAX;
  const tax = rate && percentageOf(net, rate, true);
  if (tax === null) return null;
  const minor = net + tax + (shipping?.minor ?? 0n);
  return minor < 2n ** 63n ? { ...unit, minor } : null;
}

const NO_TAX = { numerator: 0n, denominator: 1n };

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
