import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEntity, createTenant } from "@/db/factories.ts";
import { type billingEvents, payments, purchases, subscriptions } from "@/db/schema/index.ts";
import { deliverPayPal, findEvent } from "@/e2e/support/billing/deliver.ts";
import { paypalEvent, paypalId, signPayPal } from "@/e2e/support/billing/paypal-events.ts";
import { type PayPalFixture, setUpPayPalFixture } from "@/e2e/support/billing/paypal-server.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { processEvent } from "../process.ts";

setUpPlatform();
let fixture: PayPalFixture;
beforeAll(async () => {
  fixture = await setUpPayPalFixture();
  completeEnv(fixture.settings);
});
afterAll(() => fixture.close());

type Resource = Record<string, unknown>;

const orm = () => database().systemDb.orm;
const newTenant = async () => (await createTenant(orm())).id;
const paymentsOf = (id: string) => orm().select().from(payments).where(eq(payments.tenantId, id));
const subscriptionsOf = (id: string) =>
  orm().select().from(subscriptions).where(eq(subscriptions.tenantId, id));
const purchasesOf = (id: string) => orm().select().from(purchases).where(eq(purchases.tenantId, id));

let second = 0;
/** Delivers an event a second after the one before, and processes it. */
async function send(type: string, resource: Resource, at?: Date): Promise<typeof billingEvents.$inferSelect> {
  second += 1;
  const event = paypalEvent(type, resource, { at: at ?? new Date(Date.UTC(2026, 7, 1, 12, 0, second)) });
  const response = await deliverPayPal(event.body, signPayPal(event.body, fixture.signer));
  if (response.status !== 200) throw new Error(await response.text());
  await processEvent(systemContext("test"), (await findEvent(event.id)).id, false);
  return findEvent(event.id);
}

/** Stores a resource at the fake PayPal. */
function hold(path: string, resource: Resource): Resource {
  fixture.paypal.resources.set(`${path}/${String(resource["dispute_id"] ?? resource["id"])}`, resource);
  return resource;
}

const usd = (value: string) => ({ currency_code: "USD", value });
const usdV1 = (total: string) => ({ currency: "USD", total });
const up = (kind: string, id: unknown) => [
  { rel: "up", href: `https://api.paypal.com/v2/payments/${kind}/${String(id)}` },
];

/** Delivers a completed capture of $49.00. */
async function capture(values: Resource): Promise<string> {
  const paid = hold("/v2/payments/captures", {
    id: paypalId(),
    status: "COMPLETED",
    amount: usd("49.00"),
    ...values,
  });
  await send("PAYMENT.CAPTURE.COMPLETED", paid);
  return String(paid["id"]);
}

describe("a refund", () => {
  it.each(["FAILED", "CANCELLED"])("counts once it succeeded, and gives back when it is %s", async (end) => {
    const tenantId = await newTenant();
    const item = await createEntity(orm(), { type: "THEME", tenantId: await newTenant() });
    const captureId = await capture({ custom_id: `${tenantId}:${item.id}` });
    const refund = { id: paypalId(), amount: usd("49.00"), links: up("captures", captureId) };
    await send("PAYMENT.REFUND.PENDING", { ...refund, status: "PENDING" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", refundedMinor: 0n }]);
    await send("PAYMENT.CAPTURE.REFUNDED", { ...refund, status: "COMPLETED" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 4_900n }]);
    expect(await purchasesOf(tenantId)).not.toMatchObject([{ revokedAt: null }]);
    const failed = hold("/v2/payments/refunds", { ...refund, status: end });
    expect(await send(`PAYMENT.REFUND.${end}`, failed)).toMatchObject({ state: "APPLIED" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", refundedMinor: 0n }]);
    expect(await purchasesOf(tenantId)).toMatchObject([{ revokedAt: null }]);
  });

  it("that failed gives back nothing before PayPal confirms it", async () => {
    const tenantId = await newTenant();
    const captureId = await capture({ custom_id: tenantId });
    const refund = { id: paypalId(), amount: usd("49.00"), links: up("captures", captureId) };
    await send("PAYMENT.CAPTURE.REFUNDED", { ...refund, status: "COMPLETED" });
    expect(await send("PAYMENT.REFUND.FAILED", { ...refund, status: "FAILED" })).toMatchObject({
      state: "FAILED",
      error: expect.stringContaining("Nothing was granted"),
    });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED" }]);
  });

  it("by the bank is a refund, and several add up to no more than was captured", async () => {
    const tenantId = await newTenant();
    const captureId = await capture({ custom_id: tenantId });
    const part = (value: string, total: string) => ({
      id: paypalId(),
      status: "COMPLETED",
      amount: usd(value),
      seller_payable_breakdown: { total_refunded_amount: usd(total) },
      links: up("captures", captureId),
    });
    await send("PAYMENT.CAPTURE.REFUNDED", part("9.00", "9.00"));
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PARTIALLY_REFUNDED", refundedMinor: 900n }]);
    await send("PAYMENT.CAPTURE.REVERSED", part("-40.00", "49.00"));
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 4_900n }]);
    await send("PAYMENT.CAPTURE.REVERSED", part("49.00", "98.00"));
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 4_900n }]);
  });

  it.each([
    ["PAYMENT.SALE.REFUNDED", (id: string) => ({ amount: usdV1("-10.00"), sale_id: id })],
    [
      "PAYMENT.SALE.REVERSED",
      (id: string) => ({
        amount: usdV1("-10.00"),
        links: [{ rel: "sale", href: `https://api.paypal.com/v1/payments/sale/${id}` }],
      }),
    ],
  ])("%s of API version 1 is subtracted from its sale", async (type, fields) => {
    const tenantId = await newTenant();
    const sale = hold("/v1/payments/sale", {
      id: paypalId(),
      state: "completed",
      amount: usdV1("25.00"),
      custom: tenantId,
    });
    await send("PAYMENT.SALE.COMPLETED", sale);
    const refund = { id: paypalId(), state: "completed", ...fields(String(sale["id"])) };
    expect(await send(type, refund)).toMatchObject({ state: "APPLIED" });
    expect(await paymentsOf(tenantId)).toMatchObject([
      { status: "PARTIALLY_REFUNDED", amountMinor: 2_500n, refundedMinor: 1_000n },
    ]);
  });
});

describe("an authorization", () => {
  it.each([
    ["CREATED", "VOIDED", "status"],
    ["CREATED", "EXPIRED", "status"],
    ["authorized", "voided", "state"],
  ])("%s is pending, and %s it failed and was not refunded", async (open, end, field) => {
    const tenantId = await newTenant();
    const held = { id: paypalId(), amount: usd("49.00"), custom_id: tenantId };
    expect(await send("PAYMENT.AUTHORIZATION.CREATED", { ...held, [field]: open })).toMatchObject({
      state: "APPLIED",
    });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PENDING", amountMinor: 4_900n }]);
    await send("PAYMENT.AUTHORIZATION.VOIDED", { ...held, [field]: end });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "FAILED", refundedMinor: 0n }]);
  });

  it("captured in part and then voided is a payment of that part", async () => {
    const tenantId = await newTenant();
    const held = { id: paypalId(), amount: usd("49.00"), custom_id: tenantId };
    await send("PAYMENT.AUTHORIZATION.CREATED", { ...held, status: "CREATED" });
    await capture({
      amount: usd("30.00"),
      supplementary_data: { related_ids: { authorization_id: held.id } },
    });
    await send("PAYMENT.AUTHORIZATION.VOIDED", { ...held, status: "VOIDED" });
    expect(await paymentsOf(tenantId)).toMatchObject([
      { status: "SUCCEEDED", amountMinor: 3_000n, refundedMinor: 0n },
    ]);
  });
});

describe("an order of several units", () => {
  async function createUnits(amounts: readonly string[]) {
    const tenantId = await newTenant();
    const seller = await newTenant();
    const items: string[] = [];
    for (const _ of amounts) {
      items.push((await createEntity(orm(), { type: "SYSTEM_PLUGIN", tenantId: seller })).id);
    }
    const units = amounts.map((value, index) => ({
      reference_id: `unit-${index}`,
      custom_id: `${tenantId}:${items[index]}`,
      description: `Item ${index}`,
      amount: usd(value),
    }));
    return { tenantId, items, units };
  }

  const withCapture = (unit: { amount: Resource; custom_id: string }, status = "COMPLETED") => ({
    ...unit,
    payments: { captures: [{ id: paypalId(), status, amount: unit.amount }] },
  });

  it("grants every item, and adds up the captures", async () => {
    const { tenantId, items, units } = await createUnits(["20.00", "29.00", "1.50"]);
    const order = hold("/v2/checkout/orders", {
      id: paypalId(),
      status: "COMPLETED",
      intent: "CAPTURE",
      purchase_units: units.map((unit) => withCapture(unit)),
    });
    expect(await send("CHECKOUT.ORDER.COMPLETED", order)).toMatchObject({ state: "APPLIED" });
    expect(await paymentsOf(tenantId)).toMatchObject([
      { status: "SUCCEEDED", amountMinor: 5_050n, description: "Item 0 and 2 more" },
    ]);
    expect((await purchasesOf(tenantId)).map(({ itemId }) => itemId).sort()).toEqual(items.sort());
  });

  it.each(["DECLINED", "PENDING"])("grants no item whose own capture is %s", async (status) => {
    const { tenantId, items, units } = await createUnits(["20.00", "29.00"]);
    const [one, other] = units.map((unit, index) => withCapture(unit, index === 0 ? "COMPLETED" : status));
    const order = { id: paypalId(), status: "COMPLETED", intent: "CAPTURE", purchase_units: [one, other] };
    await send("CHECKOUT.ORDER.COMPLETED", hold("/v2/checkout/orders", order));
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", amountMinor: 2_000n }]);
    expect((await purchasesOf(tenantId)).map(({ itemId }) => itemId)).toEqual([items[0]]);
    await capture({ ...other?.payments.captures[0], custom_id: other?.custom_id, status: "COMPLETED" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ amountMinor: 4_900n }]);
    expect(await purchasesOf(tenantId)).toHaveLength(2);
  });

  it("of different tenants or currencies fails", async () => {
    const { units } = await createUnits(["20.00", "29.00"]);
    const [one, other] = units;
    const order = { id: paypalId(), status: "APPROVED", intent: "CAPTURE" };
    const foreign = { ...other, custom_id: await newTenant() };
    const inEuro = { ...other, amount: { currency_code: "EUR", value: "1.00" } };
    for (const unit of [foreign, inEuro]) {
      expect(await send("CHECKOUT.ORDER.APPROVED", { ...order, purchase_units: [one, unit] })).toMatchObject({
        state: "FAILED",
        error: expect.stringContaining("several"),
      });
    }
  });
});

describe("a payment of API version 1", () => {
  it("is one payment with its sales and refunds", async () => {
    const tenantId = await newTenant();
    const item = await createEntity(orm(), { type: "SYSTEM_PLUGIN", tenantId: await newTenant() });
    const saleId = paypalId();
    const payment = (related: Resource[]) => ({
      id: paypalId("PAYID-"),
      state: "approved",
      transactions: [
        { amount: usdV1("12.00"), custom: `${tenantId}:${item.id}`, related_resources: related },
      ],
    });
    const sale = { id: saleId, state: "completed", amount: usdV1("12.00") };
    const paid = hold("/v1/payments/payment", payment([{ sale }]));
    expect(await send("PAYMENTS.PAYMENT.CREATED", paid)).toMatchObject({ state: "APPLIED" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", amountMinor: 1_200n }]);
    expect(await purchasesOf(tenantId)).toMatchObject([{ itemId: item.id, revokedAt: null }]);
    hold("/v1/payments/sale", { ...sale, parent_payment: paid["id"] });
    await send("PAYMENT.SALE.COMPLETED", { ...sale, parent_payment: paid["id"] });
    expect(await paymentsOf(tenantId)).toHaveLength(1);
    await send("PAYMENT.SALE.REFUNDED", {
      id: paypalId(),
      state: "completed",
      amount: usdV1("12.00"),
      sale_id: saleId,
    });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 1_200n }]);
  });

  it("is pending without a sale, and failed when it failed", async () => {
    const tenantId = await newTenant();
    const payment = { id: paypalId("PAYID-"), transactions: [{ amount: usdV1("12.00"), custom: tenantId }] };
    await send("PAYMENTS.PAYMENT.CREATED", { ...payment, state: "approved" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PENDING", amountMinor: 1_200n }]);
    await send("PAYMENTS.PAYMENT.CREATED", { ...payment, state: "failed" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "FAILED" }]);
  });
});

describe("a dispute", () => {
  const dispute = (captures: string[], values: Resource) => ({
    dispute_id: paypalId("PP-D-"),
    status: "OPEN",
    reason: "MERCHANDISE_OR_SERVICE_NOT_RECEIVED",
    dispute_amount: usd("49.00"),
    disputed_transactions: captures.map((id) => ({ seller_transaction_id: id, gross_amount: usd("49.00") })),
    ...values,
  });

  it.each([
    ["RESOLVED_SELLER_FAVOUR", "SUCCEEDED", 0n],
    ["CANCELED_BY_BUYER", "SUCCEEDED", 0n],
    ["DENIED", "SUCCEEDED", 0n],
    ["NONE", "SUCCEEDED", 0n],
    ["RESOLVED_BUYER_FAVOUR", "DISPUTED", 4_900n],
    ["ACCEPTED", "DISPUTED", 4_900n],
  ])("resolved as %s leaves the payment %s", async (outcome, status, disputedMinor) => {
    const tenantId = await newTenant();
    const opened = dispute([await capture({ custom_id: tenantId })], {});
    await send("CUSTOMER.DISPUTE.CREATED", opened);
    await send("CUSTOMER.DISPUTE.UPDATED", { ...opened, status: "UNDER_REVIEW" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "DISPUTED", disputedMinor: 4_900n }]);
    const resolved = { ...opened, status: "RESOLVED", dispute_outcome: { outcome_code: outcome } };
    hold("/v1/customer/disputes", resolved);
    await send("CUSTOMER.DISPUTE.RESOLVED", resolved);
    expect(await paymentsOf(tenantId)).toMatchObject([{ status, disputedMinor }]);
  });

  it("over payments of two tenants holds both and joins neither", async () => {
    const tenants = [await newTenant(), await newTenant()];
    const captures: string[] = [];
    for (const id of tenants) captures.push(await capture({ custom_id: id }));
    await send("CUSTOMER.DISPUTE.CREATED", dispute(captures, { dispute_amount: usd("98.00") }));
    for (const id of tenants) {
      expect(await paymentsOf(id)).toMatchObject([
        { status: "DISPUTED", amountMinor: 4_900n, disputedMinor: 4_900n },
      ]);
    }
  });

  it("is read back by the id that names it, never by another of the resource", async () => {
    const tenantId = await newTenant();
    const captureId = await capture({ custom_id: tenantId });
    const opened = dispute([captureId], {});
    await send("CUSTOMER.DISPUTE.CREATED", opened);
    const won = {
      ...opened,
      status: "RESOLVED",
      dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
    };
    const asked = fixture.paypal.requests.length;
    const path = `../../v2/payments/captures/${captureId}`;
    for (const forged of [
      { ...won, id: opened.dispute_id, dispute_id: path },
      { ...won, id: paypalId(), dispute_id: "" },
      { ...won, id: paypalId(), dispute_id: [opened.dispute_id] },
    ]) {
      expect(await send("CUSTOMER.DISPUTE.RESOLVED", forged)).toMatchObject({ state: "FAILED" });
    }
    expect(fixture.paypal.requests.slice(asked)).toEqual([]);
    hold("/v1/customer/disputes", won);
    await send("CUSTOMER.DISPUTE.RESOLVED", { ...won, id: "../../../v1/oauth2/token" });
    expect(fixture.paypal.requests.at(-1)).toBe(`GET /v1/customer/disputes/${opened.dispute_id}`);
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", disputedMinor: 0n }]);
  });
});

describe("a subscription", () => {
  const agreement = (tenantId: string, values: Resource) => ({
    id: paypalId("I-"),
    status: "ACTIVE",
    plan_id: paypalId("P-"),
    custom_id: tenantId,
    start_time: "2026-08-01T00:00:00Z",
    billing_info: { last_payment: { amount: usd("3.50"), time: "2026-08-01T00:00:10Z" } },
    ...values,
  });
  const regular = (pricing: Resource, others: Resource[] = []) => ({
    name: "Team",
    billing_cycles: [...others, { tenure_type: "REGULAR", pricing_scheme: pricing }],
  });

  it.each<[string, Resource | null, Resource, bigint | null]>([
    ["without a plan that PayPal shows is unknown", null, {}, null],
    ["of a plan is that of its regular cycle", regular({ fixed_price: usd("10.00") }), {}, 1_000n],
    ["counts the quantity", regular({ fixed_price: usd("10.00") }), { quantity: "3" }, 3_000n],
    [
      "leaves out a trial",
      regular({ fixed_price: usd("10.00") }, [
        { tenure_type: "TRIAL", pricing_scheme: { fixed_price: usd("1.00") } },
      ]),
      {},
      1_000n,
    ],
    [
      "of a trial that goes on is that of its cycle",
      regular({ fixed_price: usd("10.00") }, [
        { tenure_type: "TRIAL", sequence: 1, pricing_scheme: { fixed_price: usd("1.00") } },
      ]),
      { billing_info: { cycle_executions: [{ tenure_type: "TRIAL", sequence: 1, cycles_remaining: 1 }] } },
      100n,
    ],
    [
      "counts exclusive tax, and no setup fee",
      {
        ...regular({ fixed_price: usd("10.00") }),
        taxes: { percentage: "7.5", inclusive: false },
        payment_preferences: { setup_fee: usd("99.00") },
      },
      {},
      1_075n,
    ],
    [
      "includes inclusive tax",
      { ...regular({ fixed_price: usd("10.00") }), taxes: { percentage: "20", inclusive: true } },
      {},
      1_000n,
    ],
    ["counts shipping", regular({ fixed_price: usd("10.00") }), { shipping_amount: usd("2.00") }, 1_200n],
    [
      "of an overridden plan is unknown",
      regular({ fixed_price: usd("10.00") }),
      { plan_overridden: true },
      null,
    ],
    [
      "with an amount outstanding is unknown",
      regular({ fixed_price: usd("10.00") }),
      { billing_info: { outstanding_balance: usd("10.00") } },
      null,
    ],
    ["of tiers is unknown", regular({ pricing_model: "TIERED", tiers: [] }), {}, null],
    [
      "of two regular cycles is unknown",
      regular({ fixed_price: usd("10.00") }, [
        { tenure_type: "REGULAR", pricing_scheme: { fixed_price: usd("1.00") } },
      ]),
      {},
      null,
    ],
  ])("price %s, never the last payment", async (_, plan, values, amountMinor) => {
    const tenantId = await newTenant();
    const held = hold("/v1/billing/subscriptions", agreement(tenantId, values));
    if (plan) hold("/v1/billing/plans", { id: held["plan_id"], ...plan });
    expect(await send("BILLING.SUBSCRIPTION.ACTIVATED", held)).toMatchObject({ state: "APPLIED" });
    const isTrial = JSON.stringify(values).includes("TRIAL");
    expect(await subscriptionsOf(tenantId)).toMatchObject([
      { status: isTrial ? "TRIALING" : "ACTIVE", amountMinor },
    ]);
  });

  it("keeps plan and price when a later event does not tell them", async () => {
    const tenantId = await newTenant();
    const held = hold("/v1/billing/subscriptions", agreement(tenantId, {}));
    hold("/v1/billing/plans", { id: held["plan_id"], ...regular({ fixed_price: usd("10.00") }) });
    await send("BILLING.SUBSCRIPTION.ACTIVATED", held);
    await send("BILLING.SUBSCRIPTION.CANCELLED", { ...held, status: "CANCELLED" });
    expect(await subscriptionsOf(tenantId)).toMatchObject([
      { status: "CANCELLED", plan: "Team", amountMinor: 1_000n, currency: "USD" },
    ]);
    const changed = { ...held, plan_id: paypalId("P-"), status: "SUSPENDED" };
    const other = hold("/v1/billing/subscriptions", agreement(tenantId, {}));
    hold("/v1/billing/plans", { id: other["plan_id"], ...regular({ fixed_price: usd("10.00") }) });
    await send("BILLING.SUBSCRIPTION.ACTIVATED", other);
    await send("BILLING.SUBSCRIPTION.SUSPENDED", { ...changed, id: other["id"] });
    expect(await subscriptionsOf(tenantId)).toContainEqual(
      expect.objectContaining({ status: "PAUSED", plan: changed.plan_id, amountMinor: null }),
    );
  });
});

describe("an event", () => {
  it.each([
    ["holds NUL", "\0"],
    ["is a path", "../../v1/oauth2/token"],
    ["is too long", "A".repeat(3_000)],
    ["is no text", 7],
  ])("whose resource id %s fails, and asks PayPal nothing", async (_, id) => {
    const asked = fixture.paypal.requests.length;
    const resource = { id, status: "COMPLETED", amount: usd("49.00"), custom_id: await newTenant() };
    for (const type of ["PAYMENT.CAPTURE.COMPLETED", "PAYMENT.CAPTURE.REFUNDED"]) {
      expect(await send(type, resource)).toMatchObject({ state: "FAILED" });
    }
    expect(fixture.paypal.requests.slice(asked)).toEqual([]);
  });

  it("of the year 2100 does not freeze its object", async () => {
    const tenantId = await newTenant();
    const sale = { id: paypalId(), state: "pending", amount: usdV1("25.00"), custom: tenantId };
    const early = await send("PAYMENT.SALE.PENDING", sale, new Date("2100-01-01T00:00:00Z"));
    expect(early.occurredAt.getTime()).toBeLessThanOrEqual(Date.now() + 86_400_000);
  });

  it("of an unlisted type fails if the family moves money, and is ignored otherwise", async () => {
    for (const type of [
      "PAYMENT.CAPTURE.ADJUSTED",
      "PAYMENTS.PAYMENT.SETTLED",
      "PAYMENT.REFUND.RETURNED",
      "CUSTOMER.DISPUTE.ESCALATED",
      "BILLING.SUBSCRIPTION.MERGED",
    ]) {
      expect(await send(type, { id: paypalId() })).toMatchObject({
        state: "FAILED",
        error: expect.stringContaining(type),
      });
    }
    expect(await send("CUSTOMER.ACCOUNT.RENAMED", { id: paypalId() })).toMatchObject({ state: "IGNORED" });
  });
});

describe("an event about money that cannot be read", () => {
  const amount = usd("49.00");
  it.each<[string, string, Resource]>([
    ["an order without units", "CHECKOUT.ORDER.COMPLETED", { status: "COMPLETED", purchase_units: [] }],
    ["an order of an unknown status", "CHECKOUT.ORDER.APPROVED", { status: "ODD", gross_amount: amount }],
    ["a payment without transactions", "PAYMENTS.PAYMENT.CREATED", {}],
    ["a capture of an unknown status", "PAYMENT.CAPTURE.PENDING", { status: "ODD", amount }],
    ["a sale of an unknown state", "PAYMENT.SALE.PENDING", { state: "odd", amount }],
    ["a refund of an unknown status", "PAYMENT.REFUND.PENDING", { status: "ODD", amount }],
    ["a subscription of an unknown status", "BILLING.SUBSCRIPTION.UPDATED", { status: "ODD" }],
  ])("fails: %s", async (_, type, resource) => {
    const tenantId = await newTenant();
    const read = { id: paypalId(), custom_id: tenantId, ...resource };
    for (const path of ["/v2/checkout/orders", "/v2/payments/captures", "/v1/payments/payment"])
      hold(path, read);
    expect(await send(type, read)).toMatchObject({ state: "FAILED", error: expect.any(String) });
    expect(await paymentsOf(tenantId)).toEqual([]);
  });
});
