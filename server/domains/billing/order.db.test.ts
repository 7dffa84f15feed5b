import { and, eq, inArray } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createEntity, createTenant } from "@/db/factories.ts";
import { billingEvents, domainEvents, payments, subscriptions } from "@/db/schema/index.ts";
import { deliverPayPal, deliverStripe, findEvent, runJobs } from "@/e2e/support/billing/deliver.ts";
import { paypalEvent, signPayPal } from "@/e2e/support/billing/paypal-events.ts";
import { type PayPalFixture, setUpPayPalFixture } from "@/e2e/support/billing/paypal-server.ts";
import { STRIPE_SECRETS, stripeEvent } from "@/e2e/support/billing/stripe-events.ts";
import {
  charge,
  checkoutSession,
  dispute,
  invoice,
  invoicePayment,
  paymentIntent,
  subscription,
} from "@/e2e/support/billing/stripe-objects.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, enterTenant, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { wasPaid } from "./derive-payment.ts";
import { processEvent } from "./process.ts";
import { getBilling, listPayments } from "./tenant-billing.ts";

setUpPlatform();
let fixture: PayPalFixture;
beforeAll(async () => {
  fixture = await setUpPayPalFixture();
  completeEnv({ ...fixture.settings, STRIPE_WEBHOOK_SECRET: STRIPE_SECRETS.join() });
});
afterAll(() => fixture.close());

const orm = () => database().systemDb.orm;
const AT = 1_790_000_000;
const PERIOD = 30 * 86_400;

type Resource = Record<string, unknown>;

/** Event of a history; `heldAt` is the path at which PayPal's API shows the resource. */
interface Step {
  type: string;
  object: Resource;
  heldAt?: string;
}

/** Names of a replay: ids differ between replays in `tag` alone. */
interface Names {
  tag: string;
  tenantId: string;
  itemId: string;
}

/** Choices that shape a history. */
const shapeOf = fc.record({
  story: fc.constantFrom("purchase", "plan", "capture", "agreement"),
  end: fc.constantFrom("none", "refunded", "partly refunded", "refund failed", "dispute won", "dispute lost"),
  isNamedLate: fc.boolean(),
  hasTrial: fc.boolean(),
  isCancelled: fc.boolean(),
  stepSeconds: fc.constantFrom(0, 60),
});
type StoryShape = typeof shapeOf extends fc.Arbitrary<infer T> ? T : never;

/** A purchase by checkout at Stripe, with what becomes of it. */
function planPurchase({ end, isNamedLate }: StoryShape, { tag, tenantId, itemId }: Names): Step[] {
  const [pi, ch, re] = [`pi_${tag}`, `ch_${tag}`, `re_${tag}`];
  const named = isNamedLate ? {} : { tenantId, itemId };
  const intent = (status: string) => paymentIntent("current", { id: pi, chargeId: ch, status, ...named });
  const refundOf = (status: string, amount: number): Step => ({
    type: status === "pending" ? "refund.created" : "refund.updated",
    object: { id: re, status, amount, currency: "eur", charge: ch, payment_intent: pi },
  });
  const charged = (refunded: number): Step => ({
    type: refunded > 0 ? "charge.refunded" : "charge.succeeded",
    object: charge("current", { id: ch, intentId: pi, refunded }),
  });
  const disputed = (status: string): Step => ({
    type: status === "needs_response" ? "charge.dispute.created" : "charge.dispute.closed",
    object: dispute("current", { id: `dp_${tag}`, chargeId: ch, intentId: pi, status }),
  });
  const ends: Record<StoryShape["end"], Step[]> = {
    none: [],
    refunded: [refundOf("pending", 4_900), refundOf("succeeded", 4_900), charged(4_900)],
    "partly refunded": [refundOf("succeeded", 900), charged(900)],
    "refund failed": [refundOf("pending", 4_900), charged(4_900), refundOf("failed", 4_900)],
    "dispute won": [disputed("needs_response"), disputed("won")],
    "dispute lost": [disputed("needs_response"), disputed("lost")],
  };
  const reference = `${tenantId}_${itemId}`;
  return [
    { type: "payment_intent.created", object: intent("processing") },
    { type: "payment_intent.succeeded", object: intent("succeeded") },
    charged(0),
    {
      type: "checkout.session.completed",
      object: checkoutSession({ id: `cs_${tag}`, reference, intentId: pi }),
    },
    ...ends[end],
  ];
}

/** A subscription at Stripe: trial, first invoice, changed plan, renewal, end. */
function planPlan({ end, isNamedLate, hasTrial, isCancelled }: StoryShape, names: Names): Step[] {
  const { tag, tenantId, itemId } = names;
  const id = `sub_${tag}`;
  const state = (status: string, values: Resource = {}, periods = 1) => ({
    ...subscription("current", {
      id,
      tenantId: isNamedLate ? undefined : tenantId,
      status,
      periodStart: AT + (periods - 1) * PERIOD,
      periodEnd: AT + periods * PERIOD,
    }),
    ...values,
  });
  const pay = (number: number, isRefunded: boolean): Step[] => {
    const [inv, pi] = [`in_${tag}${number}`, `pi_${tag}${number}`];
    const ids = { id: pi, chargeId: `ch_${tag}${number}`, amount: 7_900 };
    return [
      {
        type: "invoice.finalized",
        object: invoice("current", { id: inv, subscriptionId: id, status: "open" }),
      },
      { type: "payment_intent.succeeded", object: paymentIntent("current", { ...ids, itemId }) },
      { type: "invoice.paid", object: invoice("current", { id: inv, subscriptionId: id }) },
      { type: "invoice_payment.paid", object: invoicePayment(`inpay_${tag}${number}`, inv, pi) },
      ...(isRefunded
        ? [
            {
              type: "charge.refunded",
              object: charge("current", { ...ids, id: ids.chargeId, intentId: pi, refunded: 7_900 }),
            },
          ]
        : []),
    ];
  };
  const halved = { discounts: [{ id: "di_1", coupon: { percent_off: 50, duration: "forever" }, end: null }] };
  return [
    { type: "customer.subscription.created", object: state(hasTrial ? "trialing" : "incomplete") },
    {
      type: "checkout.session.completed",
      object: checkoutSession({
        id: `cs_${tag}`,
        mode: "subscription",
        reference: tenantId,
        subscriptionId: id,
        ...(!hasTrial && { invoiceId: `in_${tag}1` }),
      }),
    },
    ...pay(1, end === "refunded"),
    { type: "customer.subscription.updated", object: state("active") },
    { type: "customer.subscription.updated", object: state("active", halved, 2) },
    ...(hasTrial ? [] : pay(2, false)),
    ...(isCancelled ? [{ type: "customer.subscription.deleted", object: state("canceled", {}, 2) }] : []),
  ];
}

const usd = (value: string) => ({ currency_code: "USD", value });
const linkTo = (id: string) => [{ rel: "up", href: `https://api.paypal.com/v2/payments/captures/${id}` }];

/** A purchase by an order at PayPal, with what becomes of it. */
function planCapture({ end, isNamedLate }: StoryShape, { tag, tenantId, itemId }: Names): Step[] {
  const id = `CAP${tag}`;
  const customId = `${tenantId}:${itemId}`;
  const capture = {
    id,
    status: "COMPLETED",
    amount: usd("49.00"),
    ...(!isNamedLate && { custom_id: customId }),
  };
  const order = {
    id: `ORD${tag}`,
    status: "COMPLETED",
    intent: "CAPTURE",
    purchase_units: [
      { custom_id: customId, description: "Item", amount: usd("49.00"), payments: { captures: [capture] } },
    ],
  };
  const refund = (status: string, value: string): Step => ({
    type: status === "COMPLETED" ? "PAYMENT.CAPTURE.REFUNDED" : `PAYMENT.REFUND.${status}`,
    object: { id: `REF${tag}`, status, amount: usd(value), links: linkTo(id) },
    ...(status === "FAILED" && { heldAt: "/v2/payments/refunds" }),
  });
  const disputed = (outcome: string | null): Step => ({
    type: `CUSTOMER.DISPUTE.${outcome ? "RESOLVED" : "CREATED"}`,
    object: {
      dispute_id: `PP-D-${tag}`,
      status: outcome ? "RESOLVED" : "OPEN",
      dispute_amount: usd("49.00"),
      disputed_transactions: [{ seller_transaction_id: id, gross_amount: usd("49.00") }],
      ...(outcome && { dispute_outcome: { outcome_code: outcome } }),
    },
    ...(outcome && { heldAt: "/v1/customer/disputes" }),
  });
  const ends: Record<StoryShape["end"], Step[]> = {
    none: [],
    refunded: [refund("PENDING", "49.00"), refund("COMPLETED", "49.00")],
    "partly refunded": [refund("COMPLETED", "9.00")],
    "refund failed": [refund("COMPLETED", "49.00"), refund("FAILED", "49.00")],
    "dispute won": [disputed(null), disputed("RESOLVED_SELLER_FAVOUR")],
    "dispute lost": [disputed(null), disputed("RESOLVED_BUYER_FAVOUR")],
  };
  return [
    { type: "PAYMENT.CAPTURE.PENDING", object: { ...capture, status: "PENDING" } },
    { type: "CHECKOUT.ORDER.COMPLETED", object: order, heldAt: "/v2/checkout/orders" },
    { type: "PAYMENT.CAPTURE.COMPLETED", object: capture, heldAt: "/v2/payments/captures" },
    ...ends[end],
  ];
}

/** A subscription at PayPal, whose last event tells less than the others. */
function planAgreement({ end, isCancelled, isNamedLate }: StoryShape, { tag, tenantId }: Names): Step[] {
  const id = `I-${tag}`;
  const poor = { id, plan_id: `P-${tag}`, ...(!isNamedLate && { custom_id: tenantId }) };
  const regular = { tenure_type: "REGULAR", pricing_scheme: { fixed_price: usd("10.00") } };
  const rich = {
    ...poor,
    custom_id: tenantId,
    status: "ACTIVE",
    create_time: "2026-08-01T00:00:00Z",
    billing_info: { next_billing_time: "2026-09-01T00:00:00Z" },
    plan: { name: "Team", billing_cycles: [regular] },
  };
  const amount = { currency: "USD", total: "10.00" };
  const sale = { id: `SALE${tag}`, state: "completed", amount, billing_agreement_id: id };
  const refund = { id: `REF${tag}`, state: "completed", amount, sale_id: sale.id };
  return [
    { type: "BILLING.SUBSCRIPTION.CREATED", object: { ...poor, status: "APPROVAL_PENDING" } },
    { type: "BILLING.SUBSCRIPTION.ACTIVATED", object: rich, heldAt: "/v1/billing/subscriptions" },
    { type: "PAYMENT.SALE.COMPLETED", object: sale, heldAt: "/v1/payments/sale" },
    ...(end === "refunded" ? [{ type: "PAYMENT.SALE.REFUNDED", object: refund }] : []),
    ...(isCancelled
      ? [{ type: "BILLING.SUBSCRIPTION.CANCELLED", object: { ...poor, status: "CANCELLED" } }]
      : []),
  ];
}

const STORIES = { purchase: planPurchase, plan: planPlan, capture: planCapture, agreement: planAgreement };

/** Delivers the events of all stories in this order, twice where it repeats, and reads everything that is visible. */
async function replay(stories: readonly StoryShape[], order: readonly number[], sellerId: string) {
  replays += 1;
  const run = `R${String(replays).padStart(4, "0")}`;
  const tenant = await createTenant(orm());
  const item = await createEntity(orm(), { type: "THEME", tenantId: sellerId, name: "Item" });
  const events = stories.flatMap((story, number) => {
    const tag = `${run}S${number}`;
    const steps = STORIES[story.story](story, { tag, tenantId: tenant.id, itemId: item.id });
    return steps.map((step, index) => {
      const at = AT + number + index * story.stepSeconds;
      const id = `evt${tag}E${String(index).padStart(2, "0")}`;
      const isStripe = story.story === "purchase" || story.story === "plan";
      return isStripe
        ? { ...step, isStripe, ...stripeEvent(step.type, step.object, { created: at, id }) }
        : { ...step, isStripe, ...paypalEvent(step.type, step.object, { at: new Date(at * 1_000), id }) };
    });
  });
  for (const { heldAt, object } of events) {
    if (!heldAt) continue;
    fixture.paypal.resources.set(`${heldAt}/${String(object["dispute_id"] ?? object["id"])}`, object);
  }
  const ids = events.map(({ id }) => id);
  for (const position of order) {
    const event = events[position % events.length];
    if (event) await deliver(event);
  }
  for (const event of events) await deliver(event);
  await runJobs();
  const ctx = enterTenant(systemContext("test"), { tenant, role: "OWNER", permissions: new Set() });
  const page = await listPayments(ctx, { limit: 100 });
  const stored = await orm().select().from(billingEvents).where(inArray(billingEvents.eventId, ids));
  const visible = {
    billing: await getBilling(ctx),
    payments: page.payments.map((payment) => JSON.stringify({ ...payment, id: "" })).sort(),
    events: stored
      .map(({ eventId, state, error, tenantId }) => {
        const isStale = state === "STALE";
        return `${eventId} ${isStale ? "APPLIED" : state} ${isStale ? null : error} ${tenantId}`;
      })
      .sort(),
    callbacks: await readCallbacks(tenant.id),
  };
  return JSON.parse(
    JSON.stringify(visible, (name, value) => (name === "id" ? "" : value))
      .replaceAll(run, "RUN")
      .replaceAll(tenant.id, "TENANT"),
  );
}
let replays = 0;

async function deliver(event: { id: string; body: string; isStripe: boolean }): Promise<void> {
  const response = event.isStripe
    ? await deliverStripe(event)
    : await deliverPayPal(event.body, signPayPal(event.body, fixture.signer));
  expect(response.status).toBe(200);
  await processEvent(systemContext("test"), (await findEvent(event.id)).id, false);
}

/** Final state that callbacks told: successful payments, and the last state of each subscription. */
async function readCallbacks(tenantId: string) {
  const paid = await orm().select().from(payments).where(eq(payments.tenantId, tenantId));
  const plans = await orm().select().from(subscriptions).where(eq(subscriptions.tenantId, tenantId));
  const sent = await orm()
    .select()
    .from(domainEvents)
    .where(
      and(
        eq(domainEvents.tenantId, tenantId),
        inArray(domainEvents.type, ["billing.payment_succeeded", "billing.subscription_changed"]),
      ),
    )
    .orderBy(domainEvents.sequence);
  const ofSubject = (id: string) => sent.filter(({ subjectId }) => subjectId === id);
  for (const { id, status } of paid) expect(ofSubject(id).length).toBe(wasPaid(status) ? 1 : 0);
  return plans
    .map(({ id, status, providerSubscriptionId }) => {
      const last = ofSubject(id).at(-1);
      expect(last?.data).toMatchObject({ status });
      return `${providerSubscriptionId} ${status}`;
    })
    .sort();
}

it("shows the same in any order of arrival, with duplicates", { timeout: 240_000 }, async () => {
  const sellerId = (await createTenant(orm())).id;
  await fc.assert(
    fc.asyncProperty(
      fc.array(shapeOf, { minLength: 1, maxLength: 2 }),
      fc.array(fc.nat(40), { minLength: 10, maxLength: 40 }),
      async (stories, order) => {
        expect(await replay(stories, order, sellerId)).toEqual(await replay(stories, [], sellerId));
      },
    ),
    { numRuns: 8 },
  );
});

it.each<[string, string[]]>([
  ["the payment first", ["payment_intent.succeeded", "refund.updated"]],
  ["the refund first", ["refund.updated", "payment_intent.succeeded"]],
])("lists a refunded purchase as ended with %s", async (_, types) => {
  const tenant = await createTenant(orm());
  const item = await createEntity(orm(), { type: "THEME", tenantId: tenant.id });
  const shape = {
    story: "purchase",
    end: "refunded",
    isNamedLate: false,
    hasTrial: false,
    isCancelled: false,
    stepSeconds: 60,
  } as const;
  const steps = planPurchase(shape, {
    tag: `T${types.join().length}${types[0]?.length}`,
    tenantId: tenant.id,
    itemId: item.id,
  });
  for (const type of types) {
    const step = steps.find((one) => one.type === type);
    const created = AT + (type === "refund.updated" ? 60 : 0);
    if (step) await deliver({ ...stripeEvent(type, step.object, { created }), isStripe: true });
  }
  await runJobs();
  const ctx = enterTenant(systemContext("test"), { tenant, role: "OWNER", permissions: new Set() });
  expect((await getBilling(ctx)).purchases).toMatchObject([
    { grantedAt: expect.any(String), revokedAt: new Date((AT + 60) * 1_000).toISOString() },
  ]);
});
