import { z } from "zod";
import { MAX_REASON_LENGTH } from "@/shared/bounds.ts";
import { pageFields } from "@/shared/text/fields.ts";
import { multilineText, plainText, reference } from "@/shared/text/text.ts";
import { BILLING_EVENT_STATES, PAYMENT_PROVIDERS } from "@/shared/vocabulary.ts";

const name = (max: number) =>
  z
    .string({ error: (issue) => (issue.input === undefined ? "is required" : "must be a string") })
    .regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces")
    .max(max, `must be at most ${max} characters long`);

/** Fields of a Stripe event that are checked before it is stored; the rest is parsed when it is processed. */
export const StripeEvent = z.object({
  id: name(255),
  type: name(255),
  /** Seconds; thin events have RFC 3339 text. */
  created: z
    .union([
      z
        .number()
        .int()
        .min(0)
        .max(99_999_999_999)
        .transform((seconds) => new Date(seconds * 1_000)),
      z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    ])
    .optional()
    .catch(undefined),
});

/** Fields of a PayPal event that are checked before it is stored. */
export const PayPalEvent = z.object({
  id: name(255),
  event_type: name(255),
  create_time: plainText(64).optional().catch(undefined),
});

/** One page of billing events, last received first. */
export const ListBillingEvents = z.object({
  state: z.array(z.enum(BILLING_EVENT_STATES)).default([]),
  provider: z.array(z.enum(PAYMENT_PROVIDERS)).default([]),
  ...pageFields(50),
});
export type ListBillingEvents = z.output<typeof ListBillingEvents>;

/** A billing event to reprocess or to try in a dry run; `tenant` assigns it when the event names none. */
export const ProcessBillingEvent = z.object({
  eventId: reference(),
  /** Slug. */
  tenant: plainText(64).optional(),
});
export type ProcessBillingEvent = z.output<typeof ProcessBillingEvent>;

export const IgnoreBillingEvent = z.object({
  eventId: reference(),
  reason: multilineText(MAX_REASON_LENGTH),
});
export type IgnoreBillingEvent = z.output<typeof IgnoreBillingEvent>;

export const ListPayments = z.object(pageFields(25));
export type ListPayments = z.output<typeof ListPayments>;
