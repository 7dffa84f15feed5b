import { and, asc, eq, isNull, lt, notInArray } from "drizzle-orm";
import { billingEvents } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { mutate, read } from "@/server/core/transactions.ts";

const DAY_MS = 86_400_000;
const REDACT_BATCH_SIZE = 100;

/**
 * Redacts card and personal data in payloads older than `BILLING_RETENTION_DAYS`. Unresolved events keep their payload,
 * since they can still be processed.
 */
export async function redactEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - env().BILLING_RETENTION_DAYS * DAY_MS);
  for (;;) {
    const due = await read(ctx, (tx) =>
      tx
        .select({ id: billingEvents.id })
        .from(billingEvents)
        .where(
          and(
            isNull(billingEvents.redactedAt),
            lt(billingEvents.receivedAt, before),
            notInArray(billingEvents.state, ["RECEIVED", "WAITING", "FAILED"]),
          ),
        )
        .orderBy(asc(billingEvents.receivedAt))
        .limit(REDACT_BATCH_SIZE),
    );
    if (due.length === 0) return;
    for (const { id } of due) await redactEvent(ctx, id);
    if (due.length < REDACT_BATCH_SIZE) return;
  }
}

async function redactEvent(ctx: Context, id: string): Promise<void> {
  await mutate(ctx, "billing_event.redact", async (tx) => {
    const events = await tx.select().from(billingEvents).where(eq(billingEvents.id, id)).for("update");
    const [event] = events;
    const redactedAt = ctx.now();
    await tx
      .update(billingEvents)
      .set({ payload: redactPayload(event?.payload ?? "null"), redactedAt })
      .where(eq(billingEvents.id, id));
    return {
      result: undefined,
      audit: {
        type: "billing_event",
        id,
        tenantId: event?.tenantId ?? null,
        after: { redactedAt: redactedAt.toISOString() },
      },
    };
  });
}

const REDACTED = "[redacted]";

/**
 * Redaction of a payload: values of the fields in which Stripe and PayPal send card and personal data, at any depth.
 * Ids, amounts, states and times stay.
 */
export function redactPayload(payload: string): string {
  const event: unknown = JSON.parse(payload.replace(/^\uFEFF/, ""));
  // Iterative: a deeply nested payload would overflow the stack.
  const open: unknown[] = [event];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const object = value as Record<string, unknown>;
    for (const [name, held] of Object.entries(object)) {
      if (held === null) continue;
      if (PERSONAL_FIELDS.has(name)) object[name] = REDACTED;
      else open.push(held);
    }
  }
  return stringify(event, payload);
}

/** JSON, or a placeholder if the value is nested too deep for `JSON.stringify`. */
function stringify(event: unknown, payload: string): string {
  try {
    return JSON.stringify(event);
  } catch {
    return JSON.stringify({ redacted: `${payload.length} characters` });
  }
}

const PERSONAL_FIELDS = new Set([
  // Stripe
  "billing_details",
  "payment_method_details",
  "payment_method",
  "source",
  "card",
  "customer_details",
  "customer_email",
  "customer_name",
  "customer_phone",
  "customer_address",
  "customer_shipping",
  "customer_tax_ids",
  "receipt_email",
  "receipt_number",
  "shipping",
  "shipping_details",
  "collected_information",
  "evidence",
  "client_secret",
  "last_payment_error",
  "custom_fields",
  // PayPal
  "payer",
  "payer_info",
  "subscriber",
  "payment_source",
  "shipping_address",
  "shipping_info",
  "messages",
  "buyer",
  "note_to_payer",
  // Both
  "email",
  "email_address",
  "name",
  "full_name",
  "given_name",
  "surname",
  "phone",
  "phone_number",
  "address",
  "birth_date",
  "ip",
  "ip_address",
  "last4",
  "last_digits",
  "fingerprint",
]);
