import type { BillingEventState, PaymentProvider } from "@/db/schema/vocabulary.ts";
import { Dot, type Tone } from "../../../_ui/data/status-badge";

export const providerNames: Record<PaymentProvider, string> = { STRIPE: "Stripe", PAYPAL: "PayPal" };

const looks: Record<BillingEventState, { word: string; tone: Tone; shape?: "ring" }> = {
  RECEIVED: { word: "Received", tone: "info", shape: "ring" },
  APPLIED: { word: "Applied", tone: "ok" },
  STALE: { word: "Stale", tone: "idle" },
  IGNORED: { word: "Ignored", tone: "idle", shape: "ring" },
  WAITING: { word: "Waiting", tone: "warn", shape: "ring" },
  FAILED: { word: "Failed", tone: "bad" },
};

/** What became of an event. */
export function EventState({ state }: { state: BillingEventState }) {
  const { word, tone, shape } = looks[state];
  return (
    <Dot tone={tone} {...(shape && { shape })}>
      {word}
    </Dot>
  );
}

/** The same as a whole sentence, for the page of one event. */
export const stateSentences: Record<BillingEventState, string> = {
  RECEIVED: "Stored and acknowledged; its processing is about to begin.",
  APPLIED: "It took effect.",
  STALE: "A newer state of the same object was known already, so it changed nothing.",
  IGNORED: "It has no effect and never will have.",
  WAITING: "It takes effect as soon as what it waits for is known.",
  FAILED: "It had no effect. A person has to look at it.",
};
