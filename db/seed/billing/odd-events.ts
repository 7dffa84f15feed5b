import type { billingEvents } from "../../schema/index.ts";
import { daysBefore, secondsAfter } from "../clock.ts";
import { GLOBEX, INITECH } from "../ids.ts";
import type { Random } from "../random.ts";
import { PAYPAL } from "./paypal.ts";
import type { DemoBillingEvent, Message } from "./provider.ts";
import { STRIPE } from "./stripe.ts";

/** Events that changed nothing: unknown, overtaken by a newer one, waiting for the provider, or not understood. */
export function planOddEvents(now: Date, random: Random): DemoBillingEvent[] {
  return ODD_EVENTS.map(({ provider, message, daysAgo, lateBySeconds, isProcessed, ...rest }) => {
    const occurredAt = daysBefore(now, daysAgo);
    const receivedAt = secondsAfter(occurredAt, lateBySeconds);
    return {
      ...(provider === "STRIPE" ? STRIPE : PAYPAL).envelop(random, message, occurredAt),
      ...rest,
      id: random.uuid(receivedAt),
      provider,
      type: message.type,
      objectIds: rest.state === "IGNORED" ? [] : [String(message.object["id"])],
      occurredAt,
      receivedAt,
      processedAt: isProcessed ? secondsAfter(receivedAt, 0.4) : null,
    };
  });
}

type EventRow = typeof billingEvents.$inferSelect;

interface OddEvent extends Pick<EventRow, "provider" | "state" | "attempts" | "error" | "tenantId"> {
  message: Message;
  daysAgo: number;
  lateBySeconds: number;
  isProcessed: boolean;
}

const ODD_EVENTS: OddEvent[] = [
  {
    provider: "STRIPE",
    state: "STALE",
    attempts: 1,
    error: null,
    tenantId: INITECH,
    message: {
      type: "customer.subscription.updated",
      object: {
        id: "sub_4f7be01d93c26a5870de1b42",
        object: "subscription",
        status: "active",
        metadata: { tenant_id: INITECH },
      },
    },
    daysAgo: 2.01,
    lateBySeconds: 5_400,
    isProcessed: true,
  },
  {
    provider: "STRIPE",
    state: "IGNORED",
    attempts: 1,
    error: null,
    tenantId: null,
    message: {
      type: "product.updated",
      object: { id: "prod_9c02d7f1a8", object: "product", name: "Team", active: true },
    },
    daysAgo: 44,
    lateBySeconds: 2,
    isProcessed: true,
  },
  {
    provider: "STRIPE",
    state: "FAILED",
    attempts: 6,
    error: "The invoice names no tenant in its metadata.",
    tenantId: null,
    message: {
      type: "invoice.payment_succeeded",
      object: {
        id: "in_b30e96f2c7d84a1590ce7f23",
        object: "invoice",
        status: "paid",
        currency: "eur",
        amount_paid: 4_900,
        metadata: {},
      },
    },
    daysAgo: 7.3,
    lateBySeconds: 3,
    isProcessed: false,
  },
  {
    provider: "PAYPAL",
    state: "IGNORED",
    attempts: 1,
    error: null,
    tenantId: null,
    message: {
      type: "CATALOG.PRODUCT.CREATED",
      object: { id: "PROD-5D903177KX", name: "Business", type: "SERVICE" },
    },
    daysAgo: 58,
    lateBySeconds: 4,
    isProcessed: true,
  },
  {
    provider: "PAYPAL",
    state: "WAITING",
    attempts: 3,
    error: "PayPal did not answer when the capture was read back.",
    tenantId: GLOBEX,
    message: {
      type: "PAYMENT.CAPTURE.COMPLETED",
      object: {
        id: "7C2049187F881502E",
        status: "COMPLETED",
        amount: { value: "99.00", currency_code: "USD" },
        custom_id: GLOBEX,
      },
    },
    daysAgo: 0.2,
    lateBySeconds: 3,
    isProcessed: false,
  },
];
