import { and, asc, eq, isNull, lt, notInArray } from "drizzle-orm";
import { billingEvents } from "@/db/schema/index.ts";
import type { Context } from "../platform/context.ts";
import { env } from "../platform/env/env.ts";
import { mutate, read } from "../platform/mutate.ts";

const DAY_MS = 86_400_000;
/** So many in one transaction; the job goes on until none is left. */
const AT_ONCE = 100;

/**
 * Takes card and personal data out of the payloads that are older than `BILLING_RETENTION_DAYS`. What still waits for
 * something, or for a person, keeps its payload until it is settled.
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
        .limit(AT_ONCE),
    );
    if (due.length === 0) return;
    for (const { id } of due) await redactEvent(ctx, id);
    if (due.length < AT_ONCE) return;
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

/** What stands in the place of card and personal data. */
const REDACTED = "[redacted]";

/**
 * A payload without card and personal data: values under the names that Stripe and PayPal give to these, wherever they
 * stand. Ids, amounts, states and times stay, so that what happened can still be told.
 */
export function redactPayload(payload: string): string {
  const event: unknown = JSON.parse(payload.replace(/^\uFEFF/, ""));
  // Without recursion: a payload may be nested as deep as it is long.
  const open: unknown[] = [event];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    const object = value as Record<string, unknown>;
    for (const [name, held] of Object.entries(object)) {
      if (held === null) continue;
      if (PERSONAL.has(name)) object[name] = REDACTED;
      else open.push(held);
    }
  }
  return stringify(event, payload);
}

/** As JSON again, or nothing at all where it is nested too deep for that. */
function stringify(event: unknown, payload: string): string {
  try {
    return JSON.stringify(event);
  } catch {
    return JSON.stringify({ redacted: `${payload.length} characters` });
  }
}

const PERSONAL = new Set([
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
