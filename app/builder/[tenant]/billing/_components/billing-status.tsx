import type { PaymentProvider, PaymentStatus, SubscriptionStatus } from "@/db/schema/vocabulary.ts";
import { Dot, type Tone } from "../../../../_ui/data/status-badge";

export const providerNames: Record<PaymentProvider, string> = { STRIPE: "Stripe", PAYPAL: "PayPal" };

type Look = { word: string; tone: Tone; shape?: "ring" };

const paymentLooks: Record<PaymentStatus, Look> = {
  PENDING: { word: "Pending", tone: "info", shape: "ring" },
  SUCCEEDED: { word: "Paid", tone: "ok" },
  FAILED: { word: "Failed", tone: "bad" },
  PARTIALLY_REFUNDED: { word: "Partly refunded", tone: "warn" },
  REFUNDED: { word: "Refunded", tone: "idle" },
  DISPUTED: { word: "Disputed", tone: "warn" },
};

const subscriptionLooks: Record<SubscriptionStatus, Look> = {
  TRIALING: { word: "Trial", tone: "info" },
  ACTIVE: { word: "Active", tone: "ok" },
  PAST_DUE: { word: "Past due", tone: "bad" },
  PAUSED: { word: "Paused", tone: "warn" },
  CANCELLED: { word: "Cancelled", tone: "idle" },
  EXPIRED: { word: "Expired", tone: "idle" },
};

export const PaymentState = ({ status }: { status: PaymentStatus }) => <State look={paymentLooks[status]} />;

export const SubscriptionState = ({ status }: { status: SubscriptionStatus }) => (
  <State look={subscriptionLooks[status]} />
);

function State({ look: { word, tone, shape } }: { look: Look }) {
  return (
    <Dot tone={tone} {...(shape && { shape })}>
      {word}
    </Dot>
  );
}
