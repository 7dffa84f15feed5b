import type { billingEvents, payments, subscriptions } from "../../schema/index.ts";
import type { Random } from "../random.ts";

export type DemoSubscription = typeof subscriptions.$inferSelect;
export type DemoPayment = typeof payments.$inferSelect;
export type DemoBillingEvent = typeof billingEvents.$inferInsert & { receivedAt: Date };

/** What an event says: its type and the object that it is about, in the provider's own words. */
export interface Message {
  type: string;
  object: Record<string, unknown>;
}

/** How one provider names things and puts its events. */
export interface Provider {
  subscriptionId(random: Random): string;
  paymentId(random: Random, isRenewal: boolean): string;
  subscribed(subscription: DemoSubscription): Message;
  subscriptionChanged(subscription: DemoSubscription): Message;
  charged(payment: DemoPayment, subscription: DemoSubscription | null): Message;
  chargeChanged(payment: DemoPayment): Message;
  envelop(
    random: Random,
    message: Message,
    at: Date,
  ): Pick<typeof billingEvents.$inferInsert, "eventId" | "transmissionId" | "payload" | "headers">;
}

export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1_000);
