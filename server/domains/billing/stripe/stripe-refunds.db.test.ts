import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { createEntity, createTenant } from "@/db/factories.ts";
import { type billingEvents, payments, purchases } from "@/db/schema/index.ts";
import { deliverStripe, findEvent } from "@/e2e/support/billing/deliver.ts";
import { STRIPE_SECRETS, stripeEvent } from "@/e2e/support/billing/stripe-events.ts";
import {
  charge,
  invoice,
  paymentIntent,
  type Shape,
  stripeId,
} from "@/e2e/support/billing/stripe-objects.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { processEvent } from "../process.ts";

setUpPlatform();
beforeAll(() => void completeEnv({ STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() }));

type Resource = Record<string, unknown>;

const orm = () => database().systemDb.orm;
const newTenant = async () => (await createTenant(orm())).id;
const paymentsOf = (id: string) => orm().select().from(payments).where(eq(payments.tenantId, id));

let created = 1_790_000_000;
/** Delivers an event a second after the one before, and processes it. */
async function send(
  type: string,
  object: Resource,
  shape: Shape = "current",
): Promise<typeof billingEvents.$inferSelect> {
  created += 1;
  const event = stripeEvent(type, object, { created, shape });
  const response = await deliverStripe(event);
  if (response.status !== 200) throw new Error(await response.text());
  await processEvent(systemContext("test"), (await findEvent(event.id)).id, false);
  return findEvent(event.id);
}

describe("a charge captured in part", () => {
  /** Authorizes 5,000 and captures 3,000; before API version 2025-03-31 the rest is reported as a refund. */
  async function captureInPart(shape: Shape) {
    const tenantId = await newTenant();
    const own = charge(shape, { id: stripeId("ch"), tenantId, amount: 5_000, refunded: 0 });
    const reported = shape === "older" ? 2_000 : 0;
    const captured = { ...own, captured: true, amount_captured: 3_000, amount_refunded: reported };
    await send("charge.captured", captured, shape);
    return { tenantId, captured, reported };
  }
  const refund = (captured: Resource, amount: number) => ({
    id: stripeId("re"),
    status: "succeeded",
    amount,
    currency: "eur",
    charge: captured["id"],
  });

  it.each<Shape>(["current", "older"])("was not refunded by the release in the %s shape", async (shape) => {
    const { tenantId, captured } = await captureInPart(shape);
    const unrefunded = [{ status: "SUCCEEDED", amountMinor: 3_000n, refundedMinor: 0n }];
    expect(await paymentsOf(tenantId)).toMatchObject(unrefunded);
    await send("charge.refunded", { ...captured, amount_refunded: 2_000 }, shape);
    expect(await paymentsOf(tenantId)).toMatchObject(unrefunded);
    if (shape === "current") return;
    await send("charge.refund.updated", refund(captured, 2_000), shape);
    expect(await paymentsOf(tenantId)).toMatchObject(unrefunded);
  });

  it.each<Shape>(["current", "older"])("counts what was refunded besides in the %s shape", async (shape) => {
    const { tenantId, captured, reported } = await captureInPart(shape);
    if (reported > 0) await send("refund.created", refund(captured, reported), shape);
    await send("charge.refunded", { ...captured, amount_refunded: reported + 500 }, shape);
    expect(await paymentsOf(tenantId)).toMatchObject([{ refundedMinor: 500n }]);
    await send("refund.created", refund(captured, 500), shape);
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PARTIALLY_REFUNDED", refundedMinor: 500n }]);
    await send("charge.refunded", { ...captured, amount_refunded: reported + 3_000, refunded: true }, shape);
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 3_000n }]);
  });

  it("is known by its intent too, before the charge arrives", async () => {
    const tenantId = await newTenant();
    const pi = stripeId("pi");
    const intent = paymentIntent("older", { id: pi, tenantId, amount: 5_000 });
    await send("payment_intent.succeeded", { ...intent, amount_received: 3_000 }, "older");
    await send("refund.created", { ...refund({}, 2_000), charge: null, payment_intent: pi }, "older");
    expect(await paymentsOf(tenantId)).toMatchObject([
      { status: "SUCCEEDED", amountMinor: 3_000n, refundedMinor: 0n },
    ]);
  });

  it.each<Shape>(["current", "older"])("and never was void, not refunded, in the %s shape", async (shape) => {
    const tenantId = await newTenant();
    const pi = stripeId("pi");
    const held = charge(shape, { id: stripeId("ch"), intentId: pi, refunded: 0 });
    const uncaptured = { ...held, captured: false, amount_captured: 0 };
    await send(
      "payment_intent.created",
      paymentIntent(shape, { id: pi, tenantId, status: "requires_capture" }),
    );
    await send("charge.succeeded", uncaptured, shape);
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PENDING" }]);
    if (shape === "current") await send("charge.expired", uncaptured, shape);
    else {
      const released = { ...uncaptured, amount_captured: null, amount_refunded: 4_900, refunded: true };
      await send("charge.refunded", released, shape);
      await send("charge.refund.updated", { ...refund(held, 4_900), payment_intent: pi }, shape);
    }
    await send(
      "payment_intent.canceled",
      paymentIntent(shape, { id: pi, tenantId, status: "canceled" }),
      shape,
    );
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "FAILED", refundedMinor: 0n }]);
  });
});

describe("a credit note", () => {
  async function payInvoice() {
    const tenantId = await newTenant();
    const item = await createEntity(orm(), { type: "THEME", tenantId: await newTenant() });
    const paid = invoice("current", { id: stripeId("in"), tenantId });
    await send("invoice.paid", { ...paid, metadata: { tenant_id: tenantId, item_id: item.id } });
    const note = (values: Resource) => ({
      id: stripeId("cn"),
      status: "issued",
      type: "post_payment",
      currency: "eur",
      invoice: paid["id"],
      amount: 7_900,
      ...values,
    });
    return { tenantId, invoiceId: paid["id"], note };
  }

  it("of money returned outside Stripe is a refund, and a void one gives it back", async () => {
    const { tenantId, note } = await payInvoice();
    const issued = note({ post_payment_amount: 7_900, out_of_band_amount: 7_900 });
    expect(await send("credit_note.created", issued)).toMatchObject({ state: "APPLIED" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "REFUNDED", refundedMinor: 7_900n }]);
    await send("credit_note.voided", { ...issued, status: "void" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", refundedMinor: 0n }]);
    const rights = await orm().select().from(purchases).where(eq(purchases.tenantId, tenantId));
    expect(rights).toMatchObject([{ revokedAt: null }]);
  });

  it("with refunds counts them once", async () => {
    const { tenantId, note } = await payInvoice();
    const re = stripeId("re");
    const issued = note({
      amount: 900,
      post_payment_amount: 900,
      refunds: [{ amount_refunded: 900, refund: re }],
    });
    await send("credit_note.created", issued);
    await send("refund.created", { id: re, status: "succeeded", amount: 900, currency: "eur" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "PARTIALLY_REFUNDED", refundedMinor: 900n }]);
  });

  it.each<[string, Resource]>([
    ["to the customer's balance", { post_payment_amount: 7_900, customer_balance_transaction: "cbtxn_1" }],
    ["to an unpaid invoice", { type: "pre_payment", pre_payment_amount: 900, post_payment_amount: 0 }],
  ])("%s returns no money", async (_, values) => {
    const { tenantId, note } = await payInvoice();
    expect(await send("credit_note.created", note(values))).toMatchObject({ state: "APPLIED" });
    expect(await paymentsOf(tenantId)).toMatchObject([{ status: "SUCCEEDED", refundedMinor: 0n }]);
  });
});

it("takes the amount due where a paid invoice or intent tells of nothing received", async () => {
  const tenantId = await newTenant();
  const paid = invoice("current", { id: stripeId("in"), tenantId });
  await send("invoice.paid", { ...paid, amount_paid: 0 });
  const intent = paymentIntent("current", { id: stripeId("pi"), tenantId });
  await send("payment_intent.succeeded", { ...intent, amount_received: 0 });
  const amounts = (await paymentsOf(tenantId)).map(({ amountMinor }) => amountMinor);
  expect(amounts.sort()).toEqual([4_900n, 7_900n]);
});
