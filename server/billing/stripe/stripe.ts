import { z } from "zod";
import { parsePayload, type Reading, type StoredEvent } from "../readings/reading.ts";
import { readCharge, readDispute, readPaymentIntent } from "./read-charge.ts";
import { readCheckoutSession } from "./read-checkout.ts";
import { readInvoice, readInvoicePayment } from "./read-invoice.ts";
import { readSubscription } from "./read-subscription.ts";

export { verifyStripeSignature } from "./signature.ts";

type Reader = (event: StoredEvent, object: unknown) => Reading;

/** What the platform handles: by the beginning of the type, and types that are left out of it. */
const READERS: [handled: RegExp, Reader][] = [
  [/^customer\.subscription\./, readSubscription],
  [/^invoice\.(?!upcoming$|deleted$|will_be_due$)/, readInvoice],
  [/^invoice_payment\./, readInvoicePayment],
  [/^payment_intent\./, readPaymentIntent],
  [/^charge\.refunded$/, readCharge],
  [/^charge\.dispute\./, readDispute],
  [/^checkout\.session\./, readCheckoutSession],
];

const Envelope = z.object({ data: z.object({ object: z.record(z.string(), z.unknown()) }) });

/** What an event of Stripe says, in any API version. */
export function readStripeEvent(event: StoredEvent): Reading {
  const [, reader] = READERS.find(([handled]) => handled.test(event.type)) ?? [];
  if (!reader) return { ignored: `Events of the type ${event.type} concern nothing here.` };
  const envelope = Envelope.safeParse(parsePayload(event));
  if (!envelope.success) return { refused: "The event carries no data.object." };
  try {
    return reader(event, envelope.data.data.object);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    const [issue] = error.issues;
    return { refused: `The object's ${issue?.path.join(".")} cannot be read: ${issue?.message}.` };
  }
}
