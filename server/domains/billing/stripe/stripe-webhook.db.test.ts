import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createEntity, createTenant } from "@/db/factories.ts";
import { billingEvents, domainEvents, payments, purchases, subscriptions } from "@/db/schema/index.ts";
import { deliverAndProcess, deliverStripe, runJobs } from "@/e2e/support/billing/deliver.ts";
import { STRIPE_SECRETS, type StripeEvent, stripeEvent } from "@/e2e/support/billing/stripe-events.ts";
import {
  charge,
  checkoutSession,
  dispute,
  invoice,
  invoicePayment,
  paymentIntent,
  type Shape,
  stripeId,
  subscription,
} from "@/e2e/support/billing/stripe-objects.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";

setUpPlatform();
beforeAll(() => void completeEnv({ STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() }));

const orm = () => database().systemDb.orm;
const paymentsOf = (tenantId: string) => orm().select().from(payments).where(eq(payments.tenantId, tenantId));
const subscriptionsOf = (tenantId: string) =>
  orm().select().from(subscriptions).where(eq(subscriptions.tenantId, tenantId));
const purchasesOf = (tenantId: string) =>
  orm().select().from(purchases).where(eq(purchases.tenantId, tenantId));

const eventStates = async (tenantId: string) => {
  const rows = await orm()
    .selectDistinct({ state: billingEvents.state })
    .from(billingEvents)
    .where(eq(billingEvents.tenantId, tenantId));
  return rows.map(({ state }) => state).sort();
};

const AT = 1_790_000_000;

/** All permutations. */
function orders<T>(things: readonly T[]): T[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((thing, index) =>
    orders([...things.slice(0, index), ...things.slice(index + 1)]).map((rest) => [thing, ...rest]),
  );
}

/** Sample of permutations: forward, backward and in between. */
const someOrders = <T>(things: readonly T[]): T[][] =>
  orders(things).filter((_, index, all) => index % 5 === 0 || index === all.length - 1);

describe.each<Shape>(["current", "older"])("events of Stripe in the %s API shape", (shape) => {
  const event = (type: string, object: Record<string, unknown>, created = AT) =>
    stripeEvent(type, object, { created, shape });

  it.each([
    ["trialing", "TRIALING"],
    ["active", "ACTIVE"],
    ["past_due", "PAST_DUE"],
    ["unpaid", "PAST_DUE"],
    ["paused", "PAUSED"],
    ["canceled", "CANCELLED"],
  ])("create a subscription that is %s %s, with plan, price and period", async (status, expected) => {
    const { id: tenantId } = await createTenant(orm());
    const id = stripeId("sub");
    const stored = await deliverAndProcess(
      event("customer.subscription.updated", subscription(shape, { id, tenantId, status })),
    );
    expect(stored).toMatchObject({ state: "APPLIED", error: null, tenantId, attempts: 1 });
    expect(await subscriptionsOf(tenantId)).toMatchObject([
      {
        providerSubscriptionId: id,
        plan: "Team",
        status: expected,
        amountMinor: 7_900n,
        currency: "EUR",
        periodStart: new Date(AT * 1_000),
        periodEnd: new Date(1_792_592_000_000),
      },
    ]);
  });

  it("create no subscription before it starts", async () => {
    const { id: tenantId } = await createTenant(orm());
    const object = subscription(shape, { id: stripeId("sub"), tenantId, status: "incomplete" });
    expect(await deliverAndProcess(event("customer.subscription.created", object))).toMatchObject({
      state: "APPLIED",
    });
    expect(await subscriptionsOf(tenantId)).toEqual([]);
  });

  it("create one payment from all of its objects in any order of arrival", async () => {
    const { id: tenantId } = await createTenant(orm());
    const invoices: string[] = [];
    for (const order of someOrders([0, 1, 2, 3])) {
      const [sub, inv, pi] = [stripeId("sub"), stripeId("in"), stripeId("pi")];
      const events = [
        event("customer.subscription.created", subscription(shape, { id: sub, tenantId })),
        event("invoice.paid", invoice(shape, { id: inv, subscriptionId: sub, intentId: pi }), AT + 1),
        event("payment_intent.succeeded", paymentIntent(shape, { id: pi, amount: 7_900 }), AT + 2),
        event("invoice_payment.paid", invoicePayment(stripeId("inpay"), inv, pi), AT + 3),
      ];
      for (const index of order) await deliverStripe(events[index] as StripeEvent);
      invoices.push(inv);
    }
    await runJobs();
    const rows = await paymentsOf(tenantId);
    expect(rows.map(({ providerPaymentId }) => providerPaymentId).sort()).toEqual(invoices.sort());
    const [first] = rows;
    const alike = rows.map(({ id: _, subscriptionId, ...row }) => ({
      ...row,
      providerPaymentId: "",
      invoiceUrl: row.invoiceUrl?.replace(row.providerPaymentId, ""),
      receiptUrl: row.receiptUrl === null,
      hasSubscription: subscriptionId !== null,
    }));
    expect(first).toMatchObject({ status: "SUCCEEDED", amountMinor: 7_900n });
    for (const row of alike) expect(row).toEqual(alike[0]);
    expect(await eventStates(tenantId)).toEqual(["APPLIED"]);
  });

  it("count refunds and disputes once in any order of arrival", async () => {
    const { id: tenantId } = await createTenant(orm());
    for (const order of someOrders([0, 1, 2, 3])) {
      const [pi, ch, dp] = [stripeId("pi"), stripeId("ch"), stripeId("dp")];
      const events = [
        event("payment_intent.succeeded", paymentIntent(shape, { id: pi, chargeId: ch, tenantId })),
        event("charge.refunded", charge(shape, { id: ch, intentId: pi, refunded: 1_000 }), AT + 5),
        event("charge.refunded", charge(shape, { id: ch, intentId: pi, refunded: 1_500 }), AT + 5),
        event(
          "charge.dispute.created",
          dispute(shape, { id: dp, chargeId: ch, intentId: pi, amount: 3_400 }),
          AT + 9,
        ),
      ];
      for (const index of order) await deliverStripe(events[index] as StripeEvent);
    }
    await runJobs();
    const rows = await paymentsOf(tenantId);
    expect(rows).toHaveLength(someOrders([0, 1, 2, 3]).length);
    for (const row of rows) {
      expect(row).toMatchObject({
        status: "DISPUTED",
        amountMinor: 4_900n,
        refundedMinor: 1_500n,
        disputedMinor: 3_400n,
      });
    }
  });

  it("return the amount of a won dispute and keep that of a lost one", async () => {
    const { id: tenantId } = await createTenant(orm());
    for (const [status, disputedMinor] of [
      ["won", 0n],
      ["lost", 4_900n],
    ] as const) {
      const [pi, ch, dp] = [stripeId("pi"), stripeId("ch"), stripeId("dp")];
      for (const each of [
        event("payment_intent.succeeded", paymentIntent(shape, { id: pi, chargeId: ch, tenantId })),
        event("charge.dispute.created", dispute(shape, { id: dp, chargeId: ch }), AT + 1),
        event("charge.dispute.closed", dispute(shape, { id: dp, chargeId: ch, status }), AT + 2),
      ]) {
        await deliverAndProcess(each);
      }
      const rows = (await paymentsOf(tenantId)).filter((payment) => payment.providerPaymentId === pi);
      expect(rows).toMatchObject([{ status: disputedMinor ? "DISPUTED" : "SUCCEEDED", disputedMinor }]);
    }
  });

  it("grant a purchase and revoke it after a refund", async () => {
    const { id: tenantId } = await createTenant(orm());
    const { id: seller } = await createTenant(orm());
    const item = await createEntity(orm(), { type: "THEME", tenantId: seller });
    const [cs, pi, ch] = [stripeId("cs"), stripeId("pi"), stripeId("ch")];
    const session = checkoutSession({ id: cs, reference: `${tenantId}_${item.id}`, intentId: pi });
    await deliverAndProcess(
      event("payment_intent.succeeded", paymentIntent(shape, { id: pi, chargeId: ch }), AT),
    );
    expect(await purchasesOf(tenantId)).toEqual([]);
    await deliverAndProcess(event("checkout.session.completed", session, AT + 1));
    expect(await purchasesOf(tenantId)).toMatchObject([
      { itemId: item.id, itemType: "THEME", revokedAt: null },
    ]);
    await deliverAndProcess(
      event("charge.refunded", charge(shape, { id: ch, intentId: pi, refunded: 4_900 }), AT + 2),
    );
    expect(await paymentsOf(tenantId)).toMatchObject([{ providerPaymentId: pi, status: "REFUNDED" }]);
    expect(await purchasesOf(tenantId)).toMatchObject([{ revokedAt: new Date((AT + 2) * 1_000) }]);
  });

  it("record failed payments and a later success", async () => {
    const { id: tenantId } = await createTenant(orm());
    const [inv, pi] = [stripeId("in"), stripeId("pi")];
    const open = { id: inv, tenantId, status: "open", attempted: true };
    await deliverAndProcess(event("invoice.payment_failed", invoice(shape, open)));
    await deliverAndProcess(
      event(
        "payment_intent.payment_failed",
        paymentIntent(shape, { id: pi, tenantId, status: "requires_payment_method" }),
      ),
    );
    expect((await paymentsOf(tenantId)).map(({ status }) => status)).toEqual(["FAILED", "FAILED"]);
    await deliverAndProcess(
      event("invoice.payment_succeeded", invoice(shape, { id: inv, tenantId }), AT + 9),
    );
    await deliverAndProcess(
      event("payment_intent.succeeded", paymentIntent(shape, { id: pi, tenantId }), AT + 9),
    );
    expect((await paymentsOf(tenantId)).map(({ status }) => status)).toEqual(["SUCCEEDED", "SUCCEEDED"]);
    const recorded = await orm()
      .select({ type: domainEvents.type })
      .from(domainEvents)
      .where(eq(domainEvents.tenantId, tenantId));
    expect(recorded.map(({ type }) => type).sort()).toEqual([
      "billing.payment_failed",
      "billing.payment_failed",
      "billing.payment_succeeded",
      "billing.payment_succeeded",
    ]);
  });
});

describe("permutations of created, updated, updated, deleted", () => {
  it.each([
    ["one after the other", [0, 1, 2, 3]],
    ["within one second", [0, 0, 0, 0]],
  ])("end in the newest state when they happened %s", { timeout: 120_000 }, async (_, offsets) => {
    const { id: tenantId } = await createTenant(orm());
    const states = [
      { type: "customer.subscription.created", status: "trialing", periodEnd: AT + 100 },
      { type: "customer.subscription.updated", status: "active", periodEnd: AT + 100 },
      { type: "customer.subscription.updated", status: "past_due", periodEnd: AT + 200 },
      { type: "customer.subscription.deleted", status: "canceled", periodEnd: AT + 200 },
    ];
    const expected: [id: string, status: string][] = [];
    for (const size of [4, 3]) {
      for (const order of orders([0, 1, 2, 3].slice(0, size))) {
        const id = stripeId("sub");
        const events = states.slice(0, size).map(({ type, ...values }, index) =>
          stripeEvent(type, subscription("current", { id, tenantId, ...values }), {
            created: AT + (offsets[index] ?? 0),
          }),
        );
        for (const index of order) if (events[index]) await deliverStripe(events[index]);
        expected.push([id, size === 4 ? "CANCELLED" : "PAST_DUE"]);
      }
    }
    await runJobs();
    const rows = await subscriptionsOf(tenantId);
    const seen = rows.map((row) => [row.providerSubscriptionId, row.status]);
    expect(seen.sort()).toEqual(expected.sort());
    for (const { periodEnd } of rows) expect(periodEnd).toEqual(new Date((AT + 200) * 1_000));
  });
});
