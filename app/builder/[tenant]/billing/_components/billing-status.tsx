import { Dot, type Tone } from "@/app/_ui/data/values.tsx";
import type { PaymentStatus, SubscriptionStatus } from "@/shared/vocabulary.ts";

type StatusLabel = { label: string; tone: Tone; shape?: "ring" };

const PAYMENT_STATUSES: Record<PaymentStatus, StatusLabel> = {
  PENDING: { label: "Pending", tone: "info", shape: "ring" },
  SUCCEEDED: { label: "Paid", tone: "ok" },
  FAILED: { label: "Failed", tone: "bad" },
  PARTIALLY_REFUNDED: { label: "Partially refunded", tone: "warn" },
  REFUNDED: { label: "Refunded", tone: "idle" },
  DISPUTED: { label: "Disputed", tone: "warn" },
};

const SUBSCRIPTION_STATUSES: Record<SubscriptionStatus, StatusLabel> = {
  TRIALING: { label: "Trial", tone: "info" },
  ACTIVE: { label: "Active", tone: "ok" },
  PAST_DUE: { label: "Past due", tone: "bad" },
  PAUSED: { label: "Paused", tone: "warn" },
  CANCELLED: { label: "Canceled", tone: "idle" },
  EXPIRED: { label: "Expired", tone: "idle" },
};

export const PaymentState = ({ status }: { status: PaymentStatus }) => (
  <StatusDot {...PAYMENT_STATUSES[status]} />
);

export const SubscriptionState = ({ status }: { status: SubscriptionStatus }) => (
  <StatusDot {...SUBSCRIPTION_STATUSES[status]} />
);

function StatusDot({ label, tone, shape }: StatusLabel) {
  return (
    <Dot tone={tone} {...(shape && { shape })}>
      {label}
    </Dot>
  );
}
