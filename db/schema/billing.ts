import { sql } from "drizzle-orm";
import { bigint, check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "./columns.ts";
import { tenants } from "./tenants.ts";
import {
  BILLING_EVENT_STATES,
  PAYMENT_PROVIDERS,
  PAYMENT_STATUSES,
  SUBSCRIPTION_STATUSES,
} from "./vocabulary.ts";

/** A payment provider's event exactly as it came. Stored once per provider and event id, and per transmission. */
export const billingEvents = pgTable(
  "billing_events",
  {
    id: id(),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    eventId: text("event_id").notNull(),
    transmissionId: text("transmission_id"),
    type: text("type").notNull(),
    payload: text("payload").notNull(),
    headers: jsonb("headers").notNull().default({}),
    state: text("state", { enum: BILLING_EVENT_STATES }).notNull().default("RECEIVED"),
    attempts: integer("attempts").notNull().default(0),
    error: text("error"),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    occurredAt: instant("occurred_at").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
    processedAt: instant("processed_at"),
  },
  (t) => [
    unique("billing_events_event_key").on(t.provider, t.eventId),
    unique("billing_events_transmission_key").on(t.provider, t.transmissionId),
    index("billing_events_state_newest").on(t.state, t.receivedAt.desc(), t.id.desc()),
    index("billing_events_tenant_newest").on(t.tenantId, t.occurredAt.desc()),
    oneOf("billing_events_provider_check", t.provider, PAYMENT_PROVIDERS),
    oneOf("billing_events_state_check", t.state, BILLING_EVENT_STATES),
  ],
);

/** A tenant's subscription at a provider, in the state that the newest event gave it (`stateAt`). */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: id(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    providerSubscriptionId: text("provider_subscription_id").notNull(),
    plan: text("plan").notNull(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    amountMinor: bigint("amount_minor", { mode: "bigint" }).notNull(),
    currency: text("currency").notNull(),
    periodStart: instant("period_start"),
    periodEnd: instant("period_end"),
    stateAt: instant("state_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique("subscriptions_provider_key").on(t.provider, t.providerSubscriptionId),
    index().on(t.tenantId, t.createdAt),
    oneOf("subscriptions_provider_check", t.provider, PAYMENT_PROVIDERS),
    oneOf("subscriptions_status_check", t.status, SUBSCRIPTION_STATUSES),
    check("subscriptions_currency_check", sql`${t.currency} ~ '^[A-Z]{3}$'`),
  ],
);

/** Money that moved, or tried to: integer minor units of an ISO 4217 currency. */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    tenantId: uuid("tenant_id")
      .notNull()
      .references(() => tenants.id),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    providerPaymentId: text("provider_payment_id").notNull(),
    subscriptionId: uuid("subscription_id").references(() => subscriptions.id),
    description: text("description").notNull(),
    status: text("status", { enum: PAYMENT_STATUSES }).notNull(),
    amountMinor: bigint("amount_minor", { mode: "bigint" }).notNull(),
    refundedMinor: bigint("refunded_minor", { mode: "bigint" }).notNull().default(sql`0`),
    currency: text("currency").notNull(),
    receiptUrl: text("receipt_url"),
    occurredAt: instant("occurred_at").notNull(),
    stateAt: instant("state_at").notNull(),
  },
  (t) => [
    unique("payments_provider_key").on(t.provider, t.providerPaymentId),
    index("payments_tenant_newest").on(t.tenantId, t.occurredAt.desc(), t.id.desc()),
    oneOf("payments_provider_check", t.provider, PAYMENT_PROVIDERS),
    oneOf("payments_status_check", t.status, PAYMENT_STATUSES),
    check("payments_currency_check", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      "payments_amount_check",
      sql`${t.amountMinor} >= 0 and ${t.refundedMinor} between 0 and ${t.amountMinor}`,
    ),
  ],
);
