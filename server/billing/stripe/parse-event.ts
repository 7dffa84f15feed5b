import { z } from "zod";
import { type ParsedEvent, parsePayload, type StoredEvent } from "../parsing/parsed-event.ts";
import { parseCharge, parseDispute, parsePaymentIntent } from "./parse-charge.ts";
import { parseCheckoutSession } from "./parse-checkout.ts";
import { parseInvoice, parseInvoicePayment } from "./parse-invoice.ts";
import { parseSubscription } from "./parse-subscription.ts";

type ObjectParser = (event: StoredEvent, object: unknown) => ParsedEvent;

/** Parsers by event type. */
const PARSERS: [type: RegExp, ObjectParser][] = [
  [/^customer\.subscription\./, parseSubscription],
  [/^invoice\.(?!upcoming$|deleted$|will_be_due$)/, parseInvoice],
  [/^invoice_payment\./, parseInvoicePayment],
  [/^payment_intent\./, parsePaymentIntent],
  [/^charge\.refunded$/, parseCharge],
  [/^charge\.dispute\./, parseDispute],
  [/^checkout\.session\./, parseCheckoutSession],
];

const EventEnvelope = z.object({ data: z.object({ object: z.record(z.string(), z.unknown()) }) });

/** Parses a Stripe event of any API version. */
export function parseStripeEvent(event: StoredEvent): ParsedEvent {
  const [, parse] = PARSERS.find(([type]) => type.test(event.type)) ?? [];
  if (!parse) return { ignored: `Events of the type ${event.type} concern nothing here.` };
  const envelope = EventEnvelope.safeParse(parsePayload(event));
  if (!envelope.success) return { refused: "The event carries no data.object." };
  try {
    return parse(event, envelope.data.data.object);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return { refused: `The object's ${issue?.path.join(".")} cannot be read: ${issue?.message}.` };
  }
}
