import type { SubscriptionStatus } from "../../shared/vocabulary.ts";

/** Normalized state of one object of a payment provider. Amounts are decimal digits in minor units. */
export type BillingFacts = (SubscriptionFacts | PaymentFacts | RefundFacts | DisputeFacts | LinkFacts) & {
  /** Sources of the facts that older states know and the newest does not, by name. */
  inherited?: Record<string, FactOrder>;
};

/** Order of the state that a fact comes from. */
export interface FactOrder {
  stateAt: string;
  progress: number;
  eventId: string;
}

export interface SubscriptionFacts {
  kind: "SUBSCRIPTION";
  tenantId: string | null;
  /** Name; absent if the event does not tell it. */
  plan?: string | null;
  /** ID of the plan now, and of the plan that `plan` and `amountMinor` describe, where events can omit the plan. */
  planId?: string | null;
  describedPlanId?: string | null;
  /** Null before the first payment or approval. */
  status: SubscriptionStatus | null;
  /** True once any state had a status. */
  hasStarted?: boolean | null;
  /**
   * Amount of the next payment, after discounts and taxes; null if it cannot be known in advance: tiers, metered use,
   * items of different intervals, exclusive automatic tax. Absent if the event does not tell the price.
   */
  amountMinor?: string | null;
  currency: string;
  periodStart: string | null;
  /** Earliest end among the items. */
  periodEnd: string | null;
  /** Announced end; null while it renews. */
  endsAt: string | null;
  /** Absent if the event does not tell it, like `occurredAt` of a payment. */
  createdAt?: string | null;
  /** True if a later payment reactivates it; otherwise the provider reports the reactivation. */
  isCuredByPayment: boolean;
}

/** State of one of the provider's objects of a payment: invoice, intent, charge or capture. */
export interface PaymentFacts {
  kind: "PAYMENT";
  /** Precedence among the objects of the same payment; the highest wins. */
  weight: number;
  tenantId: string | null;
  itemIds: string[];
  /** Null if no amount was due yet. */
  status: "PENDING" | "SUCCEEDED" | "FAILED" | null;
  amountMinor: string;
  /** Total of refunds, if this object reports it. */
  refundedMinor: string;
  /** Part of the authorization that was released, where the provider also reports it as a refund. */
  releasedMinor?: string;
  currency: string;
  description: string | null;
  receiptUrl: string | null;
  invoiceUrl: string | null;
  occurredAt?: string | null;
  /** True if an invoice leaves the customer a balance, which changes the next payment. */
  leavesBalance?: boolean | null;
}

export interface RefundFacts {
  kind: "REFUND";
  /** A refund counts once it succeeded; one that failed or was cancelled gives back what it took. */
  status: "PENDING" | "SUCCEEDED" | "FAILED";
  amountMinor: string;
  /** Total of the payment's refunds including this one, if the provider reports it. */
  totalMinor: string | null;
  currency: string;
}

export interface DisputeFacts {
  kind: "DISPUTE";
  /** Null for the full payment. */
  amountMinor: string | null;
  currency: string | null;
  /** True while the dispute is open and after it is lost: the bank or the payer holds the money. */
  isHeld: boolean;
  reason: string | null;
}

/** Link between objects, or reference of linked objects to their tenant. */
export interface LinkFacts {
  kind: "LINK";
  tenantId: string | null;
  itemIds: string[];
  /** Time of an invoice item that no invoice has yet; null once one has, or the item was deleted. */
  pendingAt?: string | null;
}
