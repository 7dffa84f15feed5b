import type { BillingEventState, PaymentProvider } from "@/db/schema/vocabulary.ts";
import { type BadgeStyle, Dot } from "../../../_ui/data/status-badge";

export const PROVIDER_LABELS: Record<PaymentProvider, string> = { STRIPE: "Stripe", PAYPAL: "PayPal" };

const STATE_BADGES: Record<BillingEventState, BadgeStyle> = {
  RECEIVED: { label: "Received", tone: "info", shape: "ring" },
  APPLIED: { label: "Applied", tone: "ok" },
  STALE: { label: "Stale", tone: "idle" },
  IGNORED: { label: "Ignored", tone: "idle", shape: "ring" },
  WAITING: { label: "Waiting", tone: "warn", shape: "ring" },
  FAILED: { label: "Failed", tone: "bad" },
};

/** Badge of a billing event's state. */
export function EventStateBadge({ state }: { state: BillingEventState }) {
  const { label, ...style } = STATE_BADGES[state];
  return <Dot {...style}>{label}</Dot>;
}

/** State of a billing event as a sentence. */
export const STATE_DESCRIPTIONS: Record<BillingEventState, string> = {
  RECEIVED: "Stored and acknowledged; its processing is about to begin.",
  APPLIED: "It took effect.",
  STALE: "A newer state of the same object was known already, so it changed nothing.",
  IGNORED: "It has no effect and never will have.",
  WAITING: "It takes effect as soon as what it waits for is known.",
  FAILED: "It had no effect. A person has to look at it.",
};
