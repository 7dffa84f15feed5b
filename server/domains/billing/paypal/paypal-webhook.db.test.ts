import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createEntity, createTenant } from "@/db/factories.ts";
import { billingEvents, payments, purchases, subscriptions } from "@/db/schema/index.ts";
import { deliverPayPal, findEvent, runJobs } from "@/e2e/support/billing/deliver.ts";
import {
  collide,
  type PayPalEvent,
  paypalEvent,
  paypalId,
  signPayPal,
} from "@/e2e/support/billing/paypal-events.ts";
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
afterEach(() => {
  fixture.paypal.failWith = null;
});
afterAll(() => fixture.close());

const orm = () => database().systemDb.orm;
const paymentsOf = (tenantId: string) => orm().select().from(payments).where(eq(payments.tenantId, tenantId));
const subscriptionsOf = (tenantId: string) =>
  orm().select().from(subscriptions).where(eq(subscriptions.tenantId, tenantId));

async function deliver(event: PayPalEvent): Promise<typeof billingEvents.$inferSelect> {
  const response = await deliverPayPal(event.body, signPayPal(event.body, fixture.signer));
  expect(await response.json()).toEqual({ received: true, duplicate: false });
  await runJobs();
  return findEvent(event.id);
}

/** Stores the resource at the fake PayPal and delivers its event. */
function hold(path: string, resource: Record<string, unknown>): Record<string, unknown> {
  fixture.paypal.resources.set(path + String(resource["id"] ?? resource["dispute_id"]), resource);
  return resource;
}

const CAPTURES = "/v2/payments/captures/";
const capture = (values: Record<string, unknown>) => ({
  id: paypalId(),
  status: "COMPLETED",
  amount: { currency_code: "EUR", value: "49.00" },
  create_time: "2026-08-01T12:00:00Z",
  ...values,
});
const agreement = (values: Record<string, unknown>) => ({
  id: paypalId("I-"),
  status: "ACTIVE",
  plan_id: "P-TEAM",
  start_time: "2026-08-01T00:00:00Z",
  billing_info: {
    last_payment: { amount: { currency_code: "KWD", value: "1.250" }, time: "2026-08-01T00:00:10Z" },
    next_billing_time: "2026-09-01T00:00:00Z",
  },
  ...values,
});
const newTenant = async () => (await createTenant(orm())).id;
const at = (second: number) => new Date(Date.UTC(2026, 7, 1, 12, 0, second));

describe("a payment", () => {
  it("is applied after PayPal confirms it, and grants the purchase", async () => {
    const tenantId = await newTenant();
    const item = await createEntity(orm(), { type: "SYSTEM_PLUGIN", tenantId: await newTenant() });
    const resource = hold(CAPTURES, capture({ custom_id: `${tenantId}:${item.id}` }));
    expect(await deliver(paypalEvent("PAYMENT.CAPTURE.COMPLETED", resource))).toMatchObject({
      state: "APPLIED",
    });
    expect(fixture.paypal.requests).toContain(`GET ${CAPTURES}${resource["id"]}`);
    expect(await paymentsOf(tenantId)).toMatchObject([
      { status: "SUCCEEDED", amountMinor: 4_900n, currency: "EUR" },
    ]);
    const rights = await orm().select().from(purchases).where(eq(purchases.tenantId, tenantId));
    expect(rights).toMatchObject([{ itemId: item.id, itemType: "SYSTEM_PLUGIN", revokedAt: null }]);
  });

  it("of a forged body with the same CRC-32 has the amount that PayPal confirms", async () => {
    const tenantId = await newTenant();
    const resource = hold(CAPTURES, capture({ custom_id: tenantId }));
    const event = paypalEvent("PAYMENT.CAPTURE.COMPLETED", resource);
    const forged = collide(event.body, '"49.00"', '"9999.00"');
    expect(forged.toString()).toContain("9999.00");
    const response = await deliverPayPal(forged, signPayPal(event.body, fixture.signer));
    expect(response.status).toBe(200);
    await runJobs();
    expect(await paymentsOf(tenantId)).toMatchObject([{ amountMinor: 4_900n }]);
  });

  it("unknown to PayPal grants nothing and fails", async () => {
    const tenantId = await newTenant();
    const event = paypalEvent("PAYMENT.CAPTURE.COMPLETED", capture({ custom_id: tenantId }));
    const stored = await deliver(event);
    expect(stored).toMatchObject({
      state: "FAILED",
      error: expect.stringContaining("PayPal has no resource"),
    });
    expect(await paymentsOf(tenantId)).toEqual([]);
  });

  it("waits while PayPal is unavailable", async () => {
    const tenantId = await newTenant();
    const event = paypalEvent("PAYMENT.CAPTURE.COMPLETED", hold(CAPTURES, capture({ custom_id: tenantId })));
    const headers = signPayPal(event.body, fixture.signer);
    expect((await deliverPayPal(event.body, headers)).status).toBe(200);
    fixture.paypal.failWith = 503;
    await runJobs();
    expect(await findEvent(event.id)).toMatchObject({
      state: "WAITING",
      error: expect.stringContaining("503"),
    });
    fixture.paypal.failWith = null;
    fixture.paypal.revokeTokens();
    await processEvent(systemContext("test"), (await findEvent(event.id)).id, false);
    expect(await findEvent(event.id)).toMatchObject({ state: "APPLIED", attempts: 2, error: null });
    expect(await paymentsOf(tenantId)).toHaveLength(1);
  });

  it("is merged with its order, refunds and disputes in any order of arrival", async () => {
    const tenantId = await newTenant();
    const [orderId, captureId, disputeId] = [paypalId(), paypalId(), paypalId("PP-D-")];
    const paid = hold(
      CAPTURES,
      capture({ id: captureId, supplementary_data: { related_ids: { order_id: orderId } } }),
    );
    const order = hold("/v2/checkout/orders/", {
      id: orderId,
      status: "COMPLETED",
      intent: "CAPTURE",
      purchase_units: [
        {
          custom_id: tenantId,
          amount: { currency_code: "EUR", value: "49.00" },
          payments: { captures: [paid] },
        },
      ],
    });
    const refund = {
      id: paypalId(),
      status: "COMPLETED",
      amount: { currency_code: "EUR", value: "9.00" },
      links: [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${captureId}` }],
    };
    const dispute = {
      dispute_id: disputeId,
      status: "OPEN",
      dispute_amount: { currency_code: "EUR", value: "40.00" },
      disputed_transactions: [{ seller_transaction_id: captureId }],
    };
    for (const event of [
      paypalEvent("CUSTOMER.DISPUTE.CREATED", dispute, { at: at(9) }),
      paypalEvent("PAYMENT.CAPTURE.REFUNDED", refund, { at: at(5) }),
      paypalEvent("PAYMENT.CAPTURE.COMPLETED", paid, { at: at(2) }),
    ]) {
      expect(await deliver(event)).toMatchObject({ state: "WAITING" });
    }
    expect(await deliver(paypalEvent("CHECKOUT.ORDER.COMPLETED", order, { at: at(3) }))).toMatchObject({
      state: "APPLIED",
    });
    expect(await paymentsOf(tenantId)).toMatchObject([
      {
        providerPaymentId: captureId,
        status: "DISPUTED",
        amountMinor: 4_900n,
        refundedMinor: 900n,
        disputedMinor: 4_000n,
      },
    ]);
    const states = await orm()
      .select({ type: billingEvents.type, state: billingEvents.state })
      .from(billingEvents)
      .where(eq(billingEvents.tenantId, tenantId))
      .orderBy(billingEvents.type);
    expect(states).toEqual([
      { type: "CHECKOUT.ORDER.COMPLETED", state: "APPLIED" },
      { type: "CUSTOMER.DISPUTE.CREATED", state: "APPLIED" },
      // The order reported its capture a second later.
      { type: "PAYMENT.CAPTURE.COMPLETED", state: "STALE" },
      { type: "PAYMENT.CAPTURE.REFUNDED", state: "APPLIED" },
    ]);
    const won = {
      ...dispute,
      status: "RESOLVED",
      dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" },
    };
    hold("/v1/customer/disputes/", won);
    await deliver(paypalEvent("CUSTOMER.DISPUTE.RESOLVED", won, { at: at(20) }));
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PARTIALLY_REFUNDED", disputedMinor: 0n }]);
  });

  it.each([
    ["PAYMENT.SALE.PENDING", { state: "pending" }, "PENDING"],
    ["PAYMENT.SALE.DENIED", { state: "denied" }, "FAILED"],
    ["PAYMENT.CAPTURE.PENDING", { status: "PENDING" }, "PENDING"],
    ["PAYMENT.CAPTURE.DECLINED", { status: "DECLINED" }, "FAILED"],
    ["CHECKOUT.ORDER.APPROVED", { status: "APPROVED", intent: "CAPTURE" }, "PENDING"],
  ])("of %s needs no confirmation", async (type, state, status) => {
    const tenantId = await newTenant();
    const amount = { currency_code: "JPY", value: "8400" };
    const resource = {
      id: paypalId(),
      ...state,
      amount,
      custom_id: tenantId,
      purchase_units: [{ custom_id: tenantId, amount }],
    };
    expect(await deliver(paypalEvent(type, resource))).toMatchObject({ state: "APPLIED" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status, amountMinor: 8_400n, currency: "JPY" }]);
  });
});

describe("a subscription", () => {
  it("changes state by PayPal's time in any order of arrival", async () => {
    const tenantId = await newTenant();
    const id = paypalId("I-");
    const held = hold("/v1/billing/subscriptions/", agreement({ id, custom_id: tenantId }));
    const cancelled = paypalEvent(
      "BILLING.SUBSCRIPTION.CANCELLED",
      { ...held, status: "CANCELLED" },
      { at: at(9) },
    );
    const suspended = paypalEvent(
      "BILLING.SUBSCRIPTION.SUSPENDED",
      { ...held, status: "SUSPENDED" },
      { at: at(8) },
    );
    const activated = paypalEvent("BILLING.SUBSCRIPTION.ACTIVATED", held, { at: at(1) });
    expect(await deliver(suspended)).toMatchObject({ state: "APPLIED" });
    expect(await subscriptionsOf(tenantId)).toMatchObject([{ status: "PAUSED" }]);
    expect(await deliver(activated)).toMatchObject({ state: "STALE" });
    expect(await subscriptionsOf(tenantId)).toMatchObject([{ status: "PAUSED" }]);
    expect(await deliver(cancelled)).toMatchObject({ state: "APPLIED" });
    expect(await subscriptionsOf(tenantId)).toMatchObject([
      {
        providerSubscriptionId: id,
        plan: "P-TEAM",
        status: "CANCELLED",
        amountMinor: null,
        currency: "KWD",
        periodEnd: new Date("2026-09-01T00:00:00Z"),
      },
    ]);
  });

  it("is active after a reactivation, also when the suspension before it arrives later", async () => {
    const tenantId = await newTenant();
    const held = hold("/v1/billing/subscriptions/", agreement({ custom_id: tenantId }));
    const states = [
      ["BILLING.SUBSCRIPTION.ACTIVATED", "ACTIVE", 1, "ACTIVE"],
      ["BILLING.SUBSCRIPTION.RE-ACTIVATED", "ACTIVE", 4, "ACTIVE"],
      ["BILLING.SUBSCRIPTION.SUSPENDED", "SUSPENDED", 3, "ACTIVE"],
      ["BILLING.SUBSCRIPTION.CANCELLED", "CANCELLED", 5, "CANCELLED"],
      ["BILLING.SUBSCRIPTION.PAYMENT.FAILED", "CANCELLED", 6, "CANCELLED"],
    ] as const;
    for (const [type, status, minute, expected] of states) {
      await deliver(paypalEvent(type, { ...held, status }, { at: at(minute) }));
      expect(await subscriptionsOf(tenantId)).toMatchObject([{ status: expected }]);
    }
    const sale = hold("/v1/payments/sale/", {
      id: paypalId(),
      state: "completed",
      amount: { total: "1.250", currency: "KWD" },
      billing_agreement_id: held["id"],
    });
    await deliver(paypalEvent("PAYMENT.SALE.COMPLETED", sale, { at: at(7) }));
    expect(await subscriptionsOf(tenantId)).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("is past due after a failed payment until a later one succeeds", async () => {
    const tenantId = await newTenant();
    const held = hold("/v1/billing/subscriptions/", agreement({ custom_id: tenantId }));
    await deliver(paypalEvent("BILLING.SUBSCRIPTION.ACTIVATED", held, { at: at(1) }));
    await deliver(paypalEvent("BILLING.SUBSCRIPTION.PAYMENT.FAILED", held, { at: at(5) }));
    expect(await subscriptionsOf(tenantId)).toMatchObject([{ status: "PAST_DUE" }]);
    const sale = hold("/v1/payments/sale/", {
      id: paypalId(),
      state: "completed",
      amount: { total: "1.250", currency: "KWD" },
      billing_agreement_id: held["id"],
    });
    await deliver(paypalEvent("PAYMENT.SALE.COMPLETED", sale, { at: at(9) }));
    const [row] = await subscriptionsOf(tenantId);
    expect(row).toMatchObject({ status: "ACTIVE" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ subscriptionId: row?.id, amountMinor: 1_250n }]);
  });

  it("of API version 1 is parsed like one of version 2", async () => {
    const tenantId = await newTenant();
    const resource = {
      id: paypalId("I-"),
      state: "Suspended",
      custom: tenantId,
      start_date: "2026-08-01T00:00:00Z",
      description: "Team",
      plan: { curr_code: "USD", payment_definitions: [{ type: "REGULAR", amount: { value: "10.00" } }] },
    };
    await deliver(paypalEvent("BILLING.SUBSCRIPTION.SUSPENDED", resource));
    expect(await subscriptionsOf(tenantId)).toMatchObject([
      { status: "PAUSED", plan: "Team", amountMinor: 1_000n, currency: "USD" },
    ]);
  });
});

it("stores and ignores events of other types", async () => {
  const stored = await deliver(paypalEvent("CATALOG.PRODUCT.CREATED", { id: "PROD-1" }));
  expect(stored).toMatchObject({
    state: "IGNORED",
    error: expect.stringContaining("CATALOG.PRODUCT.CREATED"),
  });
});
