import { Badge, type BadgeStyle } from "@/app/_ui/data/values.tsx";
import type { PaymentStatus, SubscriptionStatus } from "@/shared/vocabulary.ts";

const PAYMENT_STATUSES: Record<PaymentStatus, BadgeStyle> = {
  PENDING: { label: "Pending", tone: "info", shape: "ring" },
  SUCCEEDED: { label: "Paid", tone: "ok" },
  FAILED: { label: "Failed", tone: "bad" },
  PARTIALLY_REFUNDED: { label: "Partially refunded", tone: "warn" },
  REFUNDED: { label: "Refunded", tone: "idle" },
  DISPUTED: { label: "Disputed", tone: "warn" },
};

const SUBSCRIPTION_STATUSES: Record<SubscriptionStatus, BadgeStyle> = {
  TRIALING: { label: "Trial", tone: "info" },
  ACTIVE: { label: "Active", tone: "ok" },
  PAST_DUE: { label: "Past due", tone: "bad" },
  PAUSED: { label: "Paused", tone: "warn" },
  CANCELLED: { label: "Canceled", tone: "idle" },
  EXPIRED: { label: "Expired", tone: "idle" },
};

export const PaymentState = ({ status }: { status: PaymentStatus }) => (
  <Badge {...PAYMENT_STATUSES[status]} />
);

export const SubscriptionState = ({ status }: { status: SubscriptionStatus }) => (
  <Badge {...SUBSCRIPTION_STATUSES[status]} />
);
