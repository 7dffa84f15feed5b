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
