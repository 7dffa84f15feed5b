import {
  type BillingFacts,
  type billingEvents,
  type billingObjects,
  type PaymentProvider,
  payments,
  subscriptions,
} from "../schema/index.ts";
import { byTime, fillTemplate, readJson, readRows, secondsAfter } from "./data.ts";
import { createRandom } from "./random.ts";

type ObjectRow = typeof billingObjects.$inferInsert;
type EventRow = typeof billingEvents.$inferInsert & { receivedAt: Date };
/** Event with its object, without the envelope of the provider. */
type Message = Omit<EventRow, "id" | "eventId" | "payload"> & { object: unknown };

type Subscription = ReturnType<typeof readRows<typeof subscriptions, WithEvents>>[number];
type Payment = ReturnType<typeof readRows<typeof payments, WithEvents & { subscription?: string }>>[number];

/** Types of the events of a row: of its creation and of its last change. */
interface WithEvents {
  events: string[];
}

/** Templates of a provider: the payload and headers of any event, and its objects by event type. */
interface ProviderTemplates {
  envelope: { payload: unknown; headers: unknown };
  objects: Record<string, unknown>;
}

/**
 * Subscriptions and payments, the provider events that led to them, and a few events that had no effect. `objects` are
 * the states that processing stores for these events, which later events of the same objects continue.
 */
export function planBilling(now: Date) {
  const random = createRandom("billing");
  const templates: Record<PaymentProvider, ProviderTemplates> = {
    STRIPE: readJson("billing/stripe.json", now),
    PAYPAL: readJson("billing/paypal.json", now),
  };
  const renewals: Subscription[] = readRows(subscriptions, now);
  const charges = readRows<typeof payments, Payment>(payments, now).map((row) => ({
    ...row,
    subscriptionId: renewals.find((one) => one.providerSubscriptionId === row.subscription)?.id ?? null,
    refundedMinor: row.refundedMinor ?? 0n,
    disputedMinor: row.disputedMinor ?? 0n,
  }));
  const messages = [
    ...readJson<Message[]>("billing/unapplied-events.json", now),
    ...renewals.flatMap((row) =>
      planMessages({ ...row, occurredAt: row.createdAt }, [row.providerSubscriptionId]),
    ),
    ...charges.flatMap((row) =>
      planMessages(
        row,
        row.subscription ? [row.providerPaymentId, row.subscription] : [row.providerPaymentId],
      ),
    ),
  ];
  return {
    subscriptions: renewals,
    payments: charges,
    objects: planObjects(renewals, charges, now),
    events: messages.map(wrapMessage).sort(byTime(({ receivedAt }) => receivedAt)),
  };

  function planMessages(
    row: (Subscription | Payment) & { occurredAt: Date },
    objectIds: string[],
  ): Message[] {
    const { provider, tenantId } = row;
    return row.events.map((type, index) => {
      const occurredAt = index === 0 ? row.occurredAt : row.stateAt;
      const receivedAt = secondsAfter(occurredAt, 1 + 4 * random.unit());
      const processedAt = secondsAfter(receivedAt, 0.2 + random.unit());
      const object = fillTemplate(templates[provider].objects[type], (field) => evaluateField(row, field));
      const about = { provider, type, tenantId, objectIds, object };
      return { ...about, state: "APPLIED", attempts: 1, occurredAt, receivedAt, processedAt };
    });
  }

  function wrapMessage({ object, ...event }: Message): EventRow {
    const { provider, type, occurredAt, receivedAt } = event;
    const isStripe = provider === "STRIPE";
    const eventId = isStripe
      ? `evt_${random.hex(24)}`
      : `WH-${random.hex(17)}-${random.hex(17)}`.toUpperCase();
    const transmissionId = isStripe ? null : random.uuid(occurredAt);
    const { payload, headers } = fillTemplate(templates[provider].envelope, (field) =>
      evaluateField({ eventId, transmissionId, type, object, occurredAt }, field),
    );
    const id = random.uuid(receivedAt);
    return { ...event, id, eventId, transmissionId, payload: JSON.stringify(payload), headers };
  }
}

function planObjects(renewals: readonly Subscription[], charges: readonly Payment[], now: Date): ObjectRow[] {
  const facts = readJson<Record<"SUBSCRIPTION" | "PAYMENT" | "DISPUTE", BillingFacts>>(
    "billing/facts.json",
    now,
  );
  const plan = (kind: keyof typeof facts, objectId: string, row: Subscription | Payment) => ({
    objectId,
    kind,
    provider: row.provider,
    facts: fillTemplate(facts[kind], (field) => evaluateField(row, field)),
    stateAt: row.stateAt,
    progress: 0,
    eventId: "demo",
  });
  return [
    ...renewals.map((row) => {
      const subscriptionRef = row.providerSubscriptionId;
      return { ...plan("SUBSCRIPTION", subscriptionRef, row), subscriptionRef };
    }),
    ...charges.map((row) => ({
      ...plan("PAYMENT", row.providerPaymentId, row),
      subscriptionRef: row.subscription ?? null,
    })),
    ...charges
      .filter(({ status }) => status === "DISPUTED")
      .map((row) => ({
        ...plan("DISPUTE", row.providerPaymentId.replace("pi_", "du_"), row),
        links: [row.providerPaymentId],
      })),
  ];
}

/** Field of a row for a template: `currency.lower`, or `createdAt.seconds` in Unix time. */
function evaluateField(row: object, expression: string): unknown {
  const fields: Record<string, unknown> = { ...row };
  const [field = "", filter] = expression.split(".");
  const apply = filter ? FILTERS[filter] : (value: unknown) => value;
  if (!apply) throw new Error(`no filter ${filter}`);
  return apply(fields[field], fields);
}

const FILTERS: Record<string, (value: unknown, row: Record<string, unknown>) => unknown> = {
  iso: (value) => (value as Date).toISOString(),
  seconds: (value) => Math.floor((value as Date).getTime() / 1_000),
  number: Number,
  text: String,
  decimal: (value, { currency }) => (currency === "JPY" ? String(value) : (Number(value) / 100).toFixed(2)),
  lower: (value) => String(value).toLowerCase(),
  upper: (value) => String(value).toUpperCase(),
  suffix: (value) => String(value).replace(/^[a-z]+_/, ""),
  settlement: (value) => (value === "PENDING" || value === "FAILED" ? value : "SUCCEEDED"),
  isPayPal: (value) => value === "PAYPAL",
};
