import type { SubscriptionStatus } from "./vocabulary.ts";

/** What one object of a payment provider says, in the house's words. Amounts are minor units as digits. */
export type BillingFacts = SubscriptionFacts | PaymentFacts | RefundFacts | DisputeFacts | LinkFacts;

export interface SubscriptionFacts {
  kind: "SUBSCRIPTION";
  tenantId: string | null;
  plan: string;
  /** Null until it begins: before the first payment or approval. */
  status: SubscriptionStatus | null;
  amountMinor: string;
  currency: string;
  periodStart: string | null;
  periodEnd: string | null;
  cancelsAtPeriodEnd: boolean;
  createdAt: string;
  /** Whether a later payment is all it takes to be active again; else the provider says so itself. */
  isCuredByPayment: boolean;
}

/** One of the objects under which a provider keeps a payment: an invoice, an intent, a charge, a capture ... */
export interface PaymentFacts {
  kind: "PAYMENT";
  /** How much its word counts beside the other objects of the same payment; higher wins. */
  weight: number;
  tenantId: string | null;
  itemId: string | null;
  /** Null while nothing was to be paid. */
  status: "PENDING" | "SUCCEEDED" | "FAILED" | null;
  amountMinor: string;
  /** All that was given back, where this object counts it. */
  refundedMinor: string;
  currency: string;
  description: string | null;
  receiptUrl: string | null;
  invoiceUrl: string | null;
  occurredAt: string;
}

export interface RefundFacts {
  kind: "REFUND";
  amountMinor: string;
  /** All refunds of the payment up to this one, where the provider says so. */
  totalMinor: string | null;
  currency: string;
}

export interface DisputeFacts {
  kind: "DISPUTE";
  /** Null for all of the payment. */
  amountMinor: string | null;
  currency: string | null;
  /** Whether the money is with the bank or the payer: while it is open, and for good once it is lost. */
  isHeld: boolean;
  reason: string | null;
}

/** Ties objects together, or names the tenant of others. */
export interface LinkFacts {
  kind: "LINK";
  tenantId: string | null;
  itemId: string | null;
}
