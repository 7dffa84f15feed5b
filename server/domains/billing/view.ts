import { z } from "zod";
import type { ListingType, PaymentProvider, SubscriptionStatus } from "@/shared/vocabulary.ts";

/** Response to a payment provider's webhook request. */
export const WebhookReceipt = z.object({ received: z.literal(true), duplicate: z.boolean() });
export type WebhookReceipt = z.output<typeof WebhookReceipt>;

export interface SubscriptionView {
  id: string;
  provider: PaymentProvider;
  plan: string;
  status: SubscriptionStatus;
  /** Amount of the next payment, formatted; null if it cannot be known in advance (shown as “varies”). */
  amount: string | null;
  periodStart: string | null;
  periodEnd: string | null;
  cancelsAtPeriodEnd: boolean;
  /** Announced end; null while it renews. */
  endsAt: string | null;
  /** Null when the subscription does not renew. */
  nextPaymentAt: string | null;
}

export interface PurchaseView {
  id: string;
  type: ListingType;
  name: string;
  grantedAt: string;
  revokedAt: string | null;
}

export interface BillingView {
  /** Running ones first, then newest first. */
  subscriptions: SubscriptionView[];
  /** Paid amounts without refunds and disputes, formatted, one per currency. */
  paid: string[];
  purchases: PurchaseView[];
}
