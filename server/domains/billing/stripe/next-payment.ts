import {
  minOf,
  parsePercentage,
  parseStripeAmount,
  parseStripeDecimal,
  percentageOf,
} from "../parsing/money.ts";
import type { Coupon, Discount, Price, Subscription, TaxRate } from "./schemas.ts";

/** Line of the next invoice: one item of the subscription. */
interface Line {
  product: string | null;
  minor: bigint;
  taxBehavior: string | null;
  discounts: Discounts;
  taxRates: (TaxRate | string)[];
}

type Discounts = (Discount | string)[];

/**
 * Amount of the next payment of a subscription, after discounts and taxes, in minor units. Null if it cannot be known:
 * tiers, metered use, items of different intervals, discounts without their coupon, exclusive automatic tax, a customer
 * with a balance, pending changes and pending invoice items, a last period that is cut short.
 * @param at end of the period, in seconds
 */
export function nextPayment(
  subscription: Subscription,
  currency: string,
  at: number | null | undefined,
): bigint | null {
  const { items, customer, discount, discounts, automatic_tax: automaticTax } = subscription;
  const prices = listPrices(subscription);
  const lines = prices.map(({ price, item }) => readLine(subscription, price, item, currency));
  const isPending =
    subscription.pending_update ??
    subscription.schedule ??
    subscription.pending_invoice_item_interval ??
    subscription.next_pending_invoice_item_invoice ??
    subscription.billing_thresholds;
  const hasIntervals = new Set(prices.map(({ price }) => intervalOf(price))).size !== 1;
  if (isPending || hasIntervals || items?.has_more || isCutShort(subscription, prices[0]?.price, at))
    return null;
  if (!lines.every((line) => line !== null)) return null;
  const account = typeof customer === "object" ? customer : null;
  if (account?.balance) return null;
  const own = resolveDiscounts(discount, discounts);
  const isOwn = own.length > 0 || lines.some((line) => line.discounts.length > 0);
  const shared = isOwn || !account?.discount ? own : [account.discount];
  for (const line of lines) if (!applyDiscounts([line], line.discounts, currency, at)) return null;
  if (!applyDiscounts(lines, shared, currency, at)) return null;
  const isAutomatic = automaticTax?.enabled === true;
  if (isAutomatic && lines.some(({ taxBehavior, minor }) => minor > 0n && taxBehavior !== "inclusive"))
    return null;
  const total = lines.reduce<bigint | null>((sum, line) => {
    const tax = isAutomatic ? 0n : exclusiveTax(line, lines.length === 1);
    return sum === null || tax === null ? null : sum + line.minor + tax;
  }, 0n);
  return total !== null && total < 2n ** 63n ? total : null;
}

type Item = NonNullable<Subscription["items"]>["data"][number];

/** Prices of a subscription, in old API versions its plan. */
export function listPrices({ items, plan, quantity }: Subscription): { price: Price; item: Partial<Item> }[] {
  const all: Partial<Item>[] = items?.data ?? [{ price: plan, quantity }];
  return all.flatMap((item) => {
    const price = item.price ?? item.plan;
    return price ? [{ price, item }] : [];
  });
}

const intervalOf = ({ recurring, interval, interval_count: count }: Price): string =>
  `${recurring?.interval_count ?? count ?? 1} ${recurring?.interval ?? interval ?? ""}`;

const MAX_DAYS: Record<string, number> = { day: 1, week: 7, month: 31, year: 366 };

/** True if the subscription ends within the period after `at`, which Stripe prorates. */
function isCutShort(
  { cancel_at: cancelAt }: Subscription,
  price: Price | undefined,
  at: number | null | undefined,
): boolean {
  if (!cancelAt || !at || cancelAt <= at) return false;
  const count = price?.recurring?.interval_count ?? price?.interval_count ?? 1;
  const days = MAX_DAYS[price?.recurring?.interval ?? price?.interval ?? ""];
  return days === undefined || cancelAt < at + days * count * 86_400;
}

function readLine(
  subscription: Subscription,
  price: Price,
  item: Partial<Item>,
  currency: string,
): Line | null {
  const minor = item.billing_thresholds ? null : priceOf(price, item.quantity, currency);
  if (minor === null) return null;
  const legacy = subscription.tax_percent ? [{ inclusive: false, percentage: subscription.tax_percent }] : [];
  const rates = [item.tax_rates, subscription.default_tax_rates].find((given) => given && given.length > 0);
  return {
    product: price.product ?? null,
    minor,
    taxBehavior: price.tax_behavior ?? null,
    discounts: resolveDiscounts(item.discount, item.discounts),
    taxRates: rates ?? legacy,
  };
}

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

/** Discounts of an object: `discounts`, whose ids may name the expanded `discount` of older API versions. */
function resolveDiscounts(
  single: Discount | null | undefined,
  several: Discounts | null | undefined,
): Discounts {
  if (!several || several.length === 0) return single ? [single] : [];
  return several.map((given) => (single && given === single.id ? single : given));
}

/** Subtracts discounts from the lines, in their order. False if an amount cannot be known. */
function applyDiscounts(
  lines: Line[],
  discounts: Discounts,
  currency: string,
  at: number | null | undefined,
): boolean {
  return discounts.every((discount) => {
    const coupon = typeof discount === "object" ? (discount.source?.coupon ?? discount.coupon) : null;
    if (typeof discount === "string" || !coupon || typeof coupon === "string") return false;
    if (discount.end && (!at || discount.end <= at)) return Boolean(at);
    // Whether the one invoice was before or is the next one, no event tells.
    if (coupon.duration === "once" || (coupon.duration === "repeating" && !discount.end)) return false;
    const matching = matchingLines(lines, coupon);
    return matching !== null && applyCoupon(matching, lines, coupon, currency);
  });
}

/** Lines of the coupon's products. Events omit `applies_to`, which matters only where products differ. */
function matchingLines(lines: Line[], { applies_to: scope }: Coupon): Line[] | null {
  if (scope) return lines.filter(({ product }) => product && scope.products.includes(product));
  const isSingle = lines.length === 1 || new Set(lines.map(({ product }) => product ?? {})).size === 1;
  return scope === null || isSingle ? lines : null;
}

function applyCoupon(matching: Line[], lines: Line[], coupon: Coupon, currency: string): boolean {
  if (coupon.percent_off) {
    for (const line of matching) {
      const off = percentageOf(line.minor, coupon.percent_off, lines.length === 1);
      if (off === null) return false;
      line.minor -= minOf(off, line.minor);
    }
    return true;
  }
  const isSame = coupon.currency?.toUpperCase() === currency;
  const amount = isSame ? coupon.amount_off : coupon.currency_options?.[currency.toLowerCase()]?.amount_off;
  const off = typeof amount === "number" ? parseStripeAmount(amount, currency) : null;
  // How an amount spreads over lines matters only for their taxes.
  const isTaxed = lines.length > 1 && lines.some(({ taxRates }) => taxRates.length > 0);
  if (!off || isTaxed) return false;
  let left = off.minor;
  for (const line of matching) {
    const part = minOf(left, line.minor);
    line.minor -= part;
    left -= part;
  }
  return true;
}

/** Tax on top of a line; null if it cannot be known. */
function exclusiveTax({ minor, taxRates }: Line, isOnly: boolean): bigint | null {
  if (minor === 0n) return 0n;
  const rates = taxRates.flatMap((rate) => (typeof rate === "string" ? [] : [rate]));
  const exclusive = rates.filter(({ inclusive }) => !inclusive);
  const isMixed = exclusive.length > 0 && exclusive.length < rates.length;
  if (rates.length < taxRates.length || isMixed) return null;
  return exclusive.reduce<bigint | null>((total, rate) => {
    const percentage = rate.rate_type === "flat_amount" ? null : parsePercentage(rate.percentage);
    const tax = percentage && percentageOf(minor, percentage, isOnly);
    return total === null || tax === null ? null : total + tax;
  }, 0n);
}
