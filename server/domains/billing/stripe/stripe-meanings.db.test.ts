import { eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, it } from "vitest";
import { createEntity, createTenant } from "@/db/factories.ts";
import { payments, purchases, subscriptions } from "@/db/schema/index.ts";
import { deliverAndProcess } from "@/e2e/support/billing/deliver.ts";
import { STRIPE_SECRETS, stripeEvent } from "@/e2e/support/billing/stripe-events.ts";
import {
  charge,
  checkoutSession,
  invoice,
  paymentIntent,
  stripeId,
  subscription,
} from "@/e2e/support/billing/stripe-objects.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";

setUpPlatform();
beforeAll(() => void completeEnv({ STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() }));
afterEach(() => void completeEnv({ DRYDOCK_EMBEDDED: "true" }));

const orm = () => database().systemDb.orm;
const AT = 1_790_000_000;
const send = (type: string, object: Record<string, unknown>, created = AT) =>
  deliverAndProcess(stripeEvent(type, object, { created }));
const newTenant = async () => (await createTenant(orm())).id;
const paymentsOf = (id: string) => orm().select().from(payments).where(eq(payments.tenantId, id));
const subscriptionsOf = (id: string) =>
  orm().select().from(subscriptions).where(eq(subscriptions.tenantId, id));
const purchasesOf = (id: string) => orm().select().from(purchases).where(eq(purchases.tenantId, id));

it("grants every item of a checkout that needs no payment", async () => {
  const tenantId = await newTenant();
  const seller = await newTenant();
  const items = [
    await createEntity(orm(), { type: "THEME", tenantId: seller }),
    await createEntity(orm(), { type: "THEME", tenantId: seller }),
  ];
  const reference = [tenantId, ...items.map(({ id }) => id)].join("_");
  const session = checkoutSession({
    id: stripeId("cs"),
    reference,
    amount: 0,
    paymentStatus: "no_payment_required",
  });
  expect(await send("checkout.session.completed", session)).toMatchObject({ state: "APPLIED" });
  expect((await purchasesOf(tenantId)).map(({ itemId }) => itemId).sort()).toEqual(
    items.map(({ id }) => id).sort(),
  );
});

it.each(["failed", "canceled"])("gives back what a refund took that is %s", async (status) => {
  const tenantId = await newTenant();
  const [pi, ch] = [stripeId("pi"), stripeId("ch")];
  const refund = { id: stripeId("re"), amount: 4_900, currency: "eur", charge: ch, payment_intent: pi };
  await send("payment_intent.succeeded", paymentIntent("current", { id: pi, chargeId: ch, tenantId }));
  await send("charge.refunded", charge("current", { id: ch, intentId: pi, refunded: 4_900 }), AT + 1);
  expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED" }]);
  await send("refund.updated", { ...refund, status: "succeeded" }, AT + 2);
  expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 4_900n }]);
  await send("refund.updated", { ...refund, status }, AT + 3);
  expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", refundedMinor: 0n }]);
});

it("never subtracts a refund in another currency", async () => {
  const tenantId = await newTenant();
  const pi = stripeId("pi");
  await send("payment_intent.succeeded", paymentIntent("current", { id: pi, tenantId }));
  const refund = {
    id: stripeId("re"),
    status: "succeeded",
    amount: 4_900,
    currency: "usd",
    payment_intent: pi,
  };
  expect(await send("refund.created", refund, AT + 1)).toMatchObject({ state: "FAILED" });
  expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", refundedMinor: 0n }]);
});

it("measures charges by what was captured, and shows a release as failed", async () => {
  const tenantId = await newTenant();
  const own = charge("current", { id: stripeId("ch"), tenantId, amount: 5_000, refunded: 0 });
  await send("charge.succeeded", { ...own, captured: false, amount_captured: 0 });
  expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PENDING" }]);
  await send(
    "charge.captured",
    { ...own, captured: true, amount_captured: 3_000, amount_refunded: 2_000 },
    AT + 1,
  );
  expect(await paymentsOf(tenantId)).toMatchObject([
    { status: "SUCCEEDED", amountMinor: 3_000n, refundedMinor: 0n },
  ]);
  await send(
    "charge.refunded",
    { ...own, captured: true, amount_captured: 3_000, amount_refunded: 3_000 },
    AT + 2,
  );
  expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 3_000n }]);
  const other = await newTenant();
  const held = charge("current", { id: stripeId("ch"), tenantId: other, refunded: 4_900 });
  await send("charge.refunded", { ...held, captured: false, amount_captured: 0 });
  expect(await paymentsOf(other)).toMatchObject([{ status: "FAILED", refundedMinor: 0n }]);
});

it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  [
    "tiers",
    {
      items: {
        data: [{ quantity: 12, price: { unit_amount: null, billing_scheme: "tiered", currency: "eur" } }],
      },
    },
    { amountMinor: null },
  ],
  [
    "decimals",
    {
      items: {
        data: [
          { quantity: 10_000, price: { unit_amount: null, unit_amount_decimal: "0.5", currency: "eur" } },
        ],
      },
    },
    { amountMinor: 5_000n },
  ],
  [
    "metered",
    {
      items: {
        data: [
          {
            price: {
              unit_amount: 5,
              currency: "eur",
              recurring: { interval: "month", usage_type: "metered" },
            },
          },
        ],
      },
    },
    { amountMinor: null },
  ],
  [
    "cancel_at",
    { cancel_at: 1_792_592_000 },
    { endsAt: new Date(1_792_592_000_000), cancelsAtPeriodEnd: true },
  ],
  ["pause_collection", { pause_collection: { behavior: "void", resumes_at: null } }, { status: "PAUSED" }],
  [
    "different intervals",
    {
      items: {
        data: ["month", "year"].map((interval, index) => ({
          current_period_end: AT + 100 * (index + 1),
          price: { unit_amount: 5, currency: "eur", recurring: { interval } },
        })),
      },
    },
    { amountMinor: null, periodEnd: new Date((AT + 100) * 1_000) },
  ],
])("reads %s of a subscription", async (_, fields, expected) => {
  const tenantId = await newTenant();
  const object = { ...subscription("current", { id: stripeId("sub"), tenantId }), ...fields };
  expect(await send("customer.subscription.updated", object)).toMatchObject({
    state: "APPLIED",
    error: null,
  });
  expect(await subscriptionsOf(tenantId)).toMatchObject([expected]);
});

it("does not know the next payment while an invoice item or a balance waits for it", async () => {
  const tenantId = await newTenant();
  const id = stripeId("sub");
  await send("customer.subscription.created", subscription("current", { id, tenantId }));
  const item = { id: stripeId("ii"), date: AT + 5, parent: { subscription_details: { subscription: id } } };
  await send("invoiceitem.created", item, AT + 5);
  expect(await subscriptionsOf(tenantId)).toMatchObject([{ amountMinor: null }]);
  await send("invoiceitem.updated", { ...item, invoice: stripeId("in") }, AT + 6);
  expect(await subscriptionsOf(tenantId)).toMatchObject([{ amountMinor: 7_900n }]);
  const paid = invoice("current", { id: stripeId("in"), subscriptionId: id });
  await send("invoice.paid", { ...paid, ending_balance: -500 }, AT + 7);
  expect(await subscriptionsOf(tenantId)).toMatchObject([{ amountMinor: null }]);
  const next = invoice("current", { id: stripeId("in"), subscriptionId: id });
  await send("invoice.paid", { ...next, ending_balance: 0 }, AT + 8);
  expect(await subscriptionsOf(tenantId)).toMatchObject([{ amountMinor: 7_900n }]);
});

it.each([
  ["holds NUL", `pi_${"\0"}1`],
  ["is too long", `pi_${"a".repeat(3_000)}`],
])("fails an event whose object id %s", async (_, id) => {
  const object = paymentIntent("current", { id, tenantId: await newTenant(), chargeId: stripeId("ch") });
  expect(await send("payment_intent.succeeded", object)).toMatchObject({ state: "FAILED" });
});

it("bounds a time in the future, fails unknown types of money, and names the cure of thin events", async () => {
  const future = await send("customer.updated", {}, 4_102_444_800);
  expect(future.occurredAt.getTime()).toBeLessThanOrEqual(Date.now() + 86_400_000);
  expect(await send("refund.reversed_by_somebody", {})).toMatchObject({ state: "FAILED" });
  const thin = JSON.stringify({
    id: stripeId("evt"),
    object: "v2.core.event",
    type: "v1.customer.subscription.updated",
    created: "2026-11-24T23:20:52.246Z",
    related_object: { id: "sub_1", type: "subscription", url: "/v1/subscriptions/sub_1" },
  });
  const stored = await deliverAndProcess({ id: JSON.parse(thin).id, body: thin });
  expect(stored).toMatchObject({ state: "FAILED", error: expect.stringContaining("snapshot payloads") });
});

it.each<[string, string, Record<string, unknown>]>([
  [
    "checkout without a status of payment",
    "checkout.session.completed",
    { mode: "payment", status: "complete" },
  ],
  [
    "checkout of an unknown status",
    "checkout.session.completed",
    { mode: "payment", status: "complete", payment_status: "odd" },
  ],
  ["intent of an unknown status", "payment_intent.succeeded", { status: "odd" }],
  ["charge of an unknown status", "charge.succeeded", { status: "odd" }],
  ["invoice of an unknown status", "invoice.paid", { status: "odd", amount_due: 100 }],
  ["refund of an unknown status", "refund.updated", { status: "odd" }],
  ["dispute of an unknown status", "charge.dispute.updated", { status: "odd" }],
])("fails a %s", async (_, type, fields) => {
  const tenantId = await newTenant();
  const object = { id: stripeId("any"), amount: 100, amount_total: 100, currency: "eur", ...fields };
  const stored = await send(type, {
    ...object,
    client_reference_id: tenantId,
    metadata: { tenant_id: tenantId },
  });
  expect(stored).toMatchObject({ state: "FAILED", error: expect.stringMatching(/status/) });
});

it("ignores test mode in production unless it is allowed", async () => {
  const event = (tenantId: string) => {
    const { id, body } = stripeEvent(
      "payment_intent.succeeded",
      paymentIntent("current", { id: stripeId("pi"), tenantId }),
    );
    return { id, body: body.replace('"livemode":true', '"livemode":false') };
  };
  const tenantId = await newTenant();
  completeEnv({ DRYDOCK_EMBEDDED: "false" });
  expect(await deliverAndProcess(event(tenantId))).toMatchObject({ state: "IGNORED" });
  expect(await paymentsOf(tenantId)).toEqual([]);
  completeEnv({ STRIPE_ALLOW_TEST_EVENTS: "true" });
  expect(await deliverAndProcess(event(tenantId))).toMatchObject({ state: "APPLIED" });
});

it("keeps the later state of two events of the same second, whichever arrives last", async () => {
  const tenantId = await newTenant();
  const id = stripeId("sub");
  const of = (status: string) => subscription("current", { id, tenantId, status });
  expect(await send("customer.subscription.updated", of("active"))).toMatchObject({ state: "APPLIED" });
  expect(await send("customer.subscription.created", of("incomplete"))).toMatchObject({ state: "STALE" });
  expect(await subscriptionsOf(tenantId)).toMatchObject([{ status: "ACTIVE" }]);
});

it("finds the tenant of a trial by the checkout that arrives last", async () => {
  const tenantId = await newTenant();
  const id = stripeId("sub");
  await send("customer.subscription.created", subscription("current", { id, status: "trialing" }));
  await send(
    "invoice.paid",
    invoice("current", { id: stripeId("in"), subscriptionId: id, amount: 0 }),
    AT + 1,
  );
  const session = checkoutSession({
    id: stripeId("cs"),
    mode: "subscription",
    reference: tenantId,
    amount: 0,
    paymentStatus: "no_payment_required",
    subscriptionId: id,
  });
  expect(await send("checkout.session.completed", session, AT + 2)).toMatchObject({ state: "APPLIED" });
  expect(await subscriptionsOf(tenantId)).toMatchObject([{ status: "TRIALING" }]);
});
