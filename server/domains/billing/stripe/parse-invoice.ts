import type { z } from "zod";
import type { PaymentFacts } from "@/db/schema/billing-facts.ts";
import {
  hasSeveralTenants,
  mergeTenantReferences,
  type ParsedEvent,
  SEVERAL_TENANTS,
  type StoredEvent,
} from "../parsing/parsed-event.ts";
import { compactIds, createPaymentState, metadataReference, toIsoTime, WEIGHT } from "./payment-object.ts";
import { Invoice, InvoiceItem, InvoicePayment } from "./schemas.ts";

/** `invoice.*`: later API versions moved or removed the links to subscription, intent and charge. */
export function parseInvoice(event: StoredEvent, object: unknown): ParsedEvent {
  const invoice = Invoice.parse(object);
  const details = invoice.parent?.subscription_details ?? invoice.subscription_details;
  const status = invoiceStatus(event.type, invoice);
  // An invoice can be paid outside Stripe: then nothing was paid to Stripe, and the amount due counts.
  const amount = (status === "SUCCEEDED" && invoice.amount_paid) || invoice.amount_due;
  const lines = invoice.lines?.data ?? [];
  const named = lines.map((line) => metadataReference(line.metadata));
  const own = mergeTenantReferences(
    metadataReference(invoice.metadata),
    metadataReference(details?.metadata),
  );
  if (!own.tenantId && hasSeveralTenants(named)) return { refused: SEVERAL_TENANTS };
  const lineSubscriptions = lines.map(
    (line) => line.parent?.subscription_item_details?.subscription ?? line.subscription,
  );
  const payments = invoice.payments?.data ?? [];
  return createPaymentState(event, {
    objectId: invoice.id,
    links: compactIds(
      invoice.charge,
      invoice.payment_intent,
      ...payments.flatMap(({ payment }) => [payment?.payment_intent, payment?.charge]),
    ),
    subscriptionRef:
      details?.subscription ?? invoice.subscription ?? compactIds(...lineSubscriptions)[0] ?? null,
    progress: status === "SUCCEEDED" ? 4 : (PROGRESS_OF_INVOICE[invoice.status ?? ""] ?? 0),
    amount: amount ?? 0,
    currency: invoice.currency,
    created: invoice.created,
    facts: {
      weight: WEIGHT.invoice,
      ...mergeTenantReferences(own, ...named),
      status,
      leavesBalance: typeof invoice.ending_balance === "number" ? invoice.ending_balance !== 0 : null,
      description:
        invoice.description ?? describeLines(lines) ?? (invoice.number ? `Invoice ${invoice.number}` : null),
      invoiceUrl: invoice.hosted_invoice_url,
    },
  });
}

function describeLines(lines: { description?: string | null | undefined }[]): string | null {
  const [first] = lines;
  if (!first?.description) return null;
  return lines.length > 1 ? `${first.description} and ${lines.length - 1} more` : first.description;
}

const PROGRESS_OF_INVOICE: Record<string, number> = { draft: 0, open: 1, void: 3, uncollectible: 3, paid: 4 };

function invoiceStatus(type: string, invoice: z.output<typeof Invoice>): PaymentFacts["status"] {
  if (invoice.status === "paid" || invoice.paid) return "SUCCEEDED";
  if (invoice.status === "void" || invoice.status === "uncollectible") return "FAILED";
  if (type === "invoice.payment_failed" || (invoice.status === "open" && invoice.attempted)) return "FAILED";
  return invoice.status === "open" ? "PENDING" : null;
}

/** `invoice_payment.*`: links an invoice to its intent in API versions whose invoice does not. */
export function parseInvoicePayment(event: StoredEvent, object: unknown): ParsedEvent {
  const { id, invoice, payment } = InvoicePayment.parse(object);
  return {
    objects: [
      {
        objectId: id,
        links: compactIds(invoice, payment?.payment_intent, payment?.charge),
        subscriptionRef: null,
        stateAt: event.occurredAt,
        progress: 0,
        eventId: event.eventId,
        facts: { kind: "LINK", tenantId: null, itemIds: [] },
      },
    ],
  };
}

/** `invoiceitem.*`: an item without an invoice, such as a proration, is added to the subscription's next one. */
export function parseInvoiceItem(event: StoredEvent, object: unknown): ParsedEvent {
  const item = InvoiceItem.parse(object);
  const subscription = item.subscription ?? item.parent?.subscription_details?.subscription;
  if (!subscription) return { ignored: "The invoice item belongs to no subscription." };
  const isPending = !item.invoice && event.type !== "invoiceitem.deleted";
  const pendingAt = isPending ? (toIsoTime(item.date) ?? event.occurredAt.toISOString()) : null;
  const facts = { kind: "LINK" as const, tenantId: null, itemIds: [], pendingAt };
  const { occurredAt: stateAt, eventId } = event;
  const progress = isPending ? 0 : 1;
  return {
    objects: [
      { objectId: item.id, links: [], subscriptionRef: subscription, stateAt, progress, eventId, facts },
    ],
  };
}
