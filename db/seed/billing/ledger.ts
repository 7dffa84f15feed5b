import type { payments, subscriptions } from "../../schema/index.ts";
import { ACME, GLOBEX, INITECH } from "../ids.ts";

type Subscription = typeof subscriptions.$inferSelect;
type Payment = typeof payments.$inferSelect;

export interface SubscriptionPlan extends Pick<Subscription, "tenantId" | "provider" | "plan" | "status"> {
  amountMinor: number;
  currency: string;
  startedDaysAgo: number;
  /** When the provider said that it ended or that a payment is missing. */
  changedDaysAgo?: number;
  charges: Charge[];
}

export interface SalePlan extends Pick<Payment, "tenantId" | "provider" | "description"> {
  amountMinor: number;
  currency: string;
  charge: Charge;
}

export interface Charge {
  daysAgo: number;
  status: Payment["status"];
  refundedMinor?: number;
  /** When money went back, or when the payer disputed the payment. */
  changedDaysAgo?: number;
}

/** Amounts are integers of the currency's smallest unit: cents, but whole yen. */
export const SUBSCRIPTIONS: SubscriptionPlan[] = [
  {
    tenantId: ACME,
    provider: "PAYPAL",
    plan: "Starter",
    status: "CANCELLED",
    amountMinor: 2_900,
    currency: "EUR",
    startedDaysAgo: 119,
    changedDaysAgo: 80,
    charges: [paid(119), paid(89)],
  },
  {
    tenantId: ACME,
    provider: "STRIPE",
    plan: "Team",
    status: "ACTIVE",
    amountMinor: 7_900,
    currency: "EUR",
    startedDaysAgo: 79,
    charges: [paid(79), paid(49), paid(19)],
  },
  {
    tenantId: GLOBEX,
    provider: "PAYPAL",
    plan: "Business",
    status: "ACTIVE",
    amountMinor: 19_900,
    currency: "USD",
    startedDaysAgo: 99,
    charges: [
      paid(99),
      { daysAgo: 69, status: "PARTIALLY_REFUNDED", refundedMinor: 4_975, changedDaysAgo: 63 },
      paid(39),
      paid(9),
    ],
  },
  {
    tenantId: INITECH,
    provider: "STRIPE",
    plan: "Team",
    status: "PAST_DUE",
    amountMinor: 12_800,
    currency: "JPY",
    startedDaysAgo: 62,
    changedDaysAgo: 2,
    charges: [paid(62), paid(32), { daysAgo: 2, status: "FAILED" }],
  },
];

export const SALES: SalePlan[] = [
  {
    tenantId: ACME,
    provider: "STRIPE",
    description: "SSO Bridge, one year",
    amountMinor: 14_900,
    currency: "EUR",
    charge: paid(55),
  },
  {
    tenantId: GLOBEX,
    provider: "STRIPE",
    description: "Photo Annotate, one year",
    amountMinor: 5_900,
    currency: "USD",
    charge: { daysAgo: 31, status: "REFUNDED", refundedMinor: 5_900, changedDaysAgo: 28 },
  },
  {
    tenantId: INITECH,
    provider: "PAYPAL",
    description: "Paper Trail, licence for one app",
    amountMinor: 3_200,
    currency: "JPY",
    charge: paid(26),
  },
  {
    tenantId: INITECH,
    provider: "STRIPE",
    description: "Barcode Scan, one year",
    amountMinor: 8_400,
    currency: "JPY",
    charge: { daysAgo: 21, status: "DISPUTED", changedDaysAgo: 5 },
  },
  {
    tenantId: GLOBEX,
    provider: "PAYPAL",
    description: "Build Digest, one year",
    amountMinor: 9_900,
    currency: "USD",
    charge: { daysAgo: 1.2, status: "PENDING" },
  },
];

function paid(daysAgo: number): Charge {
  return { daysAgo, status: "SUCCEEDED" };
}
