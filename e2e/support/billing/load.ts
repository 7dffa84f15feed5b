import { type StripeEvent, stripeEvent } from "./stripe-events.ts";
import type { Shape } from "./stripe-objects.ts";
import {
  charge,
  checkoutSession,
  dispute,
  invoice,
  paymentIntent,
  stripeId,
  subscription,
} from "./stripe-objects.ts";

/** Random load of billing events with the expected state, which is computed from the plan and not from the events. */
export interface BillingLoad {
  /** Events with the number of concurrent deliveries, up to ten. */
  deliveries: { event: StripeEvent; times: number }[];
  /** Balance by `tenant currency`. */
  balances: Map<string, bigint>;
  /** Final status by subscription. */
  statuses: Map<string, string>;
}

const CURRENCIES = ["eur", "jpy", "kwd"];
const AT = 1_790_000_000;

/** Load of at least `count` deliveries across the tenants. */
export function generateLoad(tenantIds: readonly string[], count: number, random: () => number): BillingLoad {
  const load: BillingLoad = { deliveries: [], balances: new Map(), statuses: new Map() };
  const pick = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  let planned = 0;
  const add = (type: string, object: Record<string, unknown>, created: number, shape: Shape) => {
    const times = random() < 0.3 ? 1 + Math.floor(random() * 10) : 1;
    load.deliveries.push({ event: stripeEvent(type, object, { created, shape }), times });
    planned += times;
  };
  while (planned < count) {
    const [tenantId, shape] = [pick(tenantIds), pick<Shape>(["current", "older"])];
    const choice = random();
    if (choice < 0.3) planSubscription();
    else if (choice < 0.4) planEnding();
    else if (choice < 0.65) planPayment();
    else if (choice < 0.75) planCheckout();
    else if (choice < 0.9) planCapture();
    else planCreditNote();

    function planSubscription(): void {
      const id = stripeId("sub");
      const statuses = ["trialing", "active", pick(["past_due", "active"]), "canceled"];
      const types = ["created", "updated", "updated", "deleted"];
      const length = 1 + Math.floor(random() * 4);
      // Sometimes all events have the same second.
      const step = random() < 0.3 ? 0 : 60;
      for (const [index, status] of statuses.slice(0, length).entries()) {
        const object = subscription(shape, { id, tenantId, status, periodEnd: AT + index });
        add(`customer.subscription.${types[index]}`, object, AT + index * step, shape);
      }
      const last = statuses[length - 1] ?? "";
      load.statuses.set(id, last === "canceled" ? "CANCELLED" : last.toUpperCase());
    }

    /** A subscription whose collection is paused, or that is announced to end. */
    function planEnding(): void {
      const id = stripeId("sub");
      const own = subscription(shape, { id, tenantId });
      const isPaused = random() < 0.5;
      add("customer.subscription.created", own, AT, shape);
      const change = isPaused ? { pause_collection: { behavior: "void" } } : { cancel_at: AT + 86_400 };
      add("customer.subscription.updated", { ...own, ...change }, AT + 60, shape);
      load.statuses.set(id, isPaused ? "PAUSED" : "ACTIVE");
    }

    /** A checkout that is free and buys nothing, paid at once, or paid later, when its payment may fail. */
    function planCheckout(): void {
      const [id, pi] = [stripeId("cs"), stripeId("pi")];
      const currency = pick(CURRENCIES);
      const amount = 1 + Math.floor(random() * 100_000);
      const session = { id, reference: tenantId, amount, currency, intentId: pi };
      const end = pick(["free", "paid", "succeeded", "failed"]);
      if (end === "free") {
        const free = { id, reference: tenantId, amount: 0, currency, paymentStatus: "no_payment_required" };
        add("checkout.session.completed", checkoutSession(free), AT, shape);
        return;
      }
      const isLater = end !== "paid";
      const paymentStatus = isLater ? "unpaid" : "paid";
      add("checkout.session.completed", checkoutSession({ ...session, paymentStatus }), AT, shape);
      const status = end === "failed" ? "requires_payment_method" : "succeeded";
      const intent = paymentIntent(shape, { id: pi, tenantId, amount, currency, status });
      add(
        end === "failed" ? "payment_intent.payment_failed" : "payment_intent.succeeded",
        intent,
        AT + 1,
        shape,
      );
      if (isLater) {
        const later = checkoutSession({ ...session, paymentStatus: end === "failed" ? "unpaid" : "paid" });
        add(`checkout.session.async_payment_${end}`, later, AT + 2, shape);
      }
      addBalance(currency, end === "failed" ? 0 : amount);
    }

    function planPayment(): void {
      const [pi, ch] = [stripeId("pi"), stripeId("ch")];
      const currency = pick(CURRENCIES);
      const amount = 1 + Math.floor(random() * 100_000);
      const about = { id: ch, intentId: pi, amount, currency };
      let left = amount;
      add(
        "payment_intent.created",
        paymentIntent(shape, { id: pi, tenantId, chargeId: ch, amount, currency, status: "processing" }),
        AT,
        shape,
      );
      add(
        "payment_intent.succeeded",
        paymentIntent(shape, { id: pi, tenantId, chargeId: ch, amount, currency }),
        AT + 1,
        shape,
      );
      if (random() < 0.4) {
        const refunded = 1 + Math.floor(random() * amount);
        if (refunded > 1)
          add(
            "charge.refunded",
            charge(shape, { ...about, refunded: Math.floor(refunded / 2) }),
            AT + 2,
            shape,
          );
        add("charge.refunded", charge(shape, { ...about, refunded }), AT + 2, shape);
        left -= refunded;
      }
      if (left > 0 && random() < 0.3) {
        const [dp, isWon] = [stripeId("dp"), random() < 0.5];
        const held = { id: dp, chargeId: ch, intentId: pi, amount: left, currency };
        add("charge.dispute.created", dispute(shape, held), AT + 3, shape);
        add(
          "charge.dispute.closed",
          dispute(shape, { ...held, status: isWon ? "won" : "lost" }),
          AT + 4,
          shape,
        );
        if (!isWon) left = 0;
      }
      addBalance(currency, left);
    }

    function addBalance(currency: string, amount: number): void {
      const key = `${tenantId} ${currency.toUpperCase()}`;
      load.balances.set(key, (load.balances.get(key) ?? 0n) + BigInt(amount));
    }

    /** A charge without an intent, captured in part, with a refund that may be pending, succeed or fail. */
    function planCapture(): void {
      const id = stripeId("ch");
      const currency = pick(CURRENCIES);
      const amount = 10 + Math.floor(random() * 100_000);
      const captured = 2 + Math.floor(random() * (amount - 2));
      const released = shape === "older" ? amount - captured : 0;
      const own = { ...charge(shape, { id, tenantId, amount, currency, refunded: 0 }), captured: true };
      add("charge.succeeded", { ...own, captured: false, amount_captured: 0 }, AT, shape);
      if (random() < 0.2) {
        add("charge.expired", { ...own, captured: false, amount_captured: 0 }, AT + 1, shape);
        addBalance(currency, 0);
        return;
      }
      add("charge.captured", { ...own, amount_captured: captured, amount_refunded: released }, AT + 1, shape);
      const refund = { id: stripeId("re"), amount: captured, currency, charge: id };
      const statuses = ["pending", "succeeded", pick(["failed", "canceled"])];
      const length = Math.floor(random() * 4);
      for (const [index, status] of statuses.slice(0, length).entries()) {
        const failed = status === "failed" ? "refund.failed" : "charge.refund.updated";
        const type = ["refund.created", "refund.updated", failed][index] ?? failed;
        add(type, { ...refund, status }, AT + 2 + index, shape);
      }
      addBalance(currency, length === 2 ? 0 : captured);
    }

    /** An invoice with a credit note that returns money outside Stripe, and may be voided. */
    function planCreditNote(): void {
      const id = stripeId("in");
      const currency = pick(CURRENCIES);
      const amount = 2 + Math.floor(random() * 100_000);
      const credited = 1 + Math.floor(random() * amount);
      const note = { id: stripeId("cn"), type: "post_payment", amount: credited, currency, invoice: id };
      const issued = {
        ...note,
        status: "issued",
        post_payment_amount: credited,
        out_of_band_amount: credited,
      };
      const isVoid = random() < 0.5;
      add("invoice.paid", invoice(shape, { id, tenantId, amount, currency }), AT, shape);
      add("credit_note.created", issued, AT + 1, shape);
      if (isVoid) add("credit_note.voided", { ...issued, status: "void" }, AT + 2, shape);
      addBalance(currency, isVoid ? amount : amount - credited);
    }
  }
  load.deliveries = shuffled(load.deliveries, random);
  return load;
}

/**
 * Delivers the load.
 * @returns number of deliveries that were not duplicates
 */
export async function deliverLoad(
  load: BillingLoad,
  deliver: (event: StripeEvent) => Promise<Response>,
  concurrency: number,
): Promise<number> {
  let fresh = 0;
  const waiting = [...load.deliveries];
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { event, times } = next;
      const responses = await Promise.all(Array.from({ length: times }, () => deliver(event)));
      for (const response of responses) {
        const body = (await response.json()) as { received?: boolean; duplicate?: boolean };
        if (!body.received) throw new Error(`refused: ${JSON.stringify(body)}`);
        if (!body.duplicate) fresh += 1;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  return fresh;
}

/** Seeded pseudo-random generator (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function shuffled<T>(things: readonly T[], random: () => number): T[] {
  return things
    .map((thing) => ({ thing, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ thing }) => thing);
}
