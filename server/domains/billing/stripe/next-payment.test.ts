import { expect, it } from "vitest";
import { nextPayment } from "./next-payment.ts";
import { Subscription } from "./schemas.ts";

const AT = 1_790_000_000;
const NEXT = AT + 30 * 86_400;

type Fields = Record<string, unknown>;
const monthly = { interval: "month", interval_count: 1 };
const price = (unitAmount: number, fields: Fields = {}) => ({
  unit_amount: unitAmount,
  currency: "usd",
  product: "prod_1",
  recurring: monthly,
  ...fields,
});
const items = (...data: Fields[]) => ({ items: { data } });
const item = (unitAmount = 3_000, fields: Fields = {}) => ({
  quantity: 1,
  price: price(unitAmount),
  ...fields,
});
const coupon = (fields: Fields) => ({ id: "c", duration: "forever", valid: true, ...fields });
const discount = (fields: Fields, others: Fields = {}) => ({
  id: "di_1",
  coupon: coupon(fields),
  end: null,
  ...others,
});
const half = discount({ percent_off: 50 });
const rate = (percentage: number, inclusive = false) => ({ id: "txr_1", percentage, inclusive });
const other = { ...item(1_000), price: price(1_000, { product: "prod_2" }) };

it.each<[string, Fields, bigint | null]>([
  ["the price", {}, 3_000n],
  ["several items", items(item(), item(1_000)), 4_000n],
  ["a percentage", { discounts: [half] }, 1_500n],
  ["a percentage of the legacy field", { discount: half }, 1_500n],
  [
    "a percentage under source",
    { discounts: [{ id: "di_1", source: { type: "coupon", coupon: coupon({ percent_off: 50 }) } }] },
    1_500n,
  ],
  ["a coupon that is an id", { discounts: [{ id: "di_1", source: { type: "coupon", coupon: "c" } }] }, null],
  ["a discount that is an id", { discounts: ["di_1"] }, null],
  ["an id that the legacy field expands", { discounts: ["di_1"], discount: half }, 1_500n],
  ["an id beside another one", { discounts: ["di_1", "di_2"], discount: half }, null],
  [
    "two discounts in their order",
    { discounts: [discount({ amount_off: 1_000, currency: "usd" }), half] },
    1_000n,
  ],
  ["an amount", { discounts: [discount({ amount_off: 500, currency: "usd" })] }, 2_500n],
  ["an amount over all of it", { discounts: [discount({ amount_off: 5_000, currency: "usd" })] }, 0n],
  ["an amount of another currency", { discounts: [discount({ amount_off: 500, currency: "eur" })] }, null],
  [
    "an amount by currency option",
    {
      discounts: [
        discount({ amount_off: 500, currency: "eur", currency_options: { usd: { amount_off: 600 } } }),
      ],
    },
    2_400n,
  ],
  ["a coupon for one invoice", { discounts: [discount({ percent_off: 50, duration: "once" })] }, null],
  [
    "a repeating coupon that runs",
    { discounts: [discount({ percent_off: 50, duration: "repeating" }, { end: NEXT + 1 })] },
    1_500n,
  ],
  [
    "a repeating coupon that ends before",
    { discounts: [discount({ percent_off: 50, duration: "repeating" }, { end: NEXT })] },
    3_000n,
  ],
  [
    "a repeating coupon without an end",
    { discounts: [discount({ percent_off: 50, duration: "repeating" })] },
    null,
  ],
  ["a discount of an item", items(item(3_000, { discounts: [half] }), item(1_000)), 2_500n],
  ["an id as discount of an item", items(item(3_000, { discounts: ["di_1"] })), null],
  ["a percentage of items of one product", { discounts: [half], ...items(item(), item(1_000)) }, 2_000n],
  ["a coupon that may be for one of two products", { discounts: [half], ...items(item(), other) }, null],
  [
    "a coupon of one product",
    {
      discounts: [discount({ percent_off: 50, applies_to: { products: ["prod_2"] } })],
      ...items(item(), other),
    },
    3_500n,
  ],
  ["a percentage rounded", { discounts: [discount({ percent_off: 33.33 })], ...items(item(999)) }, 666n],
  ["a percentage between two cents", { discounts: [half], ...items(item(999)) }, null],
  ["exclusive automatic tax", { automatic_tax: { enabled: true } }, null],
  [
    "inclusive automatic tax",
    { automatic_tax: { enabled: true }, ...items({ price: price(3_000, { tax_behavior: "inclusive" }) }) },
    3_000n,
  ],
  ["no automatic tax", { automatic_tax: { enabled: false } }, 3_000n],
  ["an exclusive rate", { default_tax_rates: [rate(20)] }, 3_600n],
  ["an inclusive rate", { default_tax_rates: [rate(20, true)] }, 3_000n],
  ["both kinds of rates", { default_tax_rates: [rate(20, true), rate(5)] }, null],
  ["a rate after a discount", { discounts: [half], default_tax_rates: [rate(20)] }, 1_800n],
  [
    "a rate of the item before the default one",
    { default_tax_rates: [rate(20)], ...items(item(3_000, { tax_rates: [rate(10)] })) },
    3_300n,
  ],
  [
    "a flat rate",
    { default_tax_rates: [{ inclusive: false, percentage: 0, rate_type: "flat_amount" }] },
    null,
  ],
  ["the rate of old versions", { tax_percent: 7.5 }, 3_225n],
  ["a customer's balance", { customer: { id: "cus_1", balance: -500 } }, null],
  ["a customer's discount", { customer: { id: "cus_1", balance: 0, discount: half } }, 1_500n],
  [
    "the own discount before the customer's",
    { discounts: [discount({ percent_off: 10 })], customer: { balance: 0, discount: half } },
    2_700n,
  ],
  ["a pending update", { pending_update: { expires_at: NEXT } }, null],
  ["a schedule", { schedule: "sub_sched_1" }, null],
  ["nothing pending", { pending_update: null, schedule: null, billing_thresholds: null }, 3_000n],
  ["an end within the next period", { cancel_at: NEXT + 86_400 }, null],
  ["an end after the next period", { cancel_at: NEXT + 40 * 86_400 }, 3_000n],
  ["a trial", { status: "trialing", trial_end: NEXT }, 3_000n],
  ["tiers", items({ price: price(0, { billing_scheme: "tiered", unit_amount: null }) }), null],
])("counts %s", (_, fields, expected) => {
  const object = { id: "sub_1", status: "active", currency: "usd", ...items(item()), ...fields };
  expect(nextPayment(Subscription.parse(object), "USD", NEXT)).toBe(expected);
});
