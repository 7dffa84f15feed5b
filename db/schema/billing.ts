import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import {
  BILLING_EVENT_STATES,
  BILLING_OBJECT_KINDS,
  LISTING_TYPES,
  PAYMENT_PROVIDERS,
  PAYMENT_STATUSES,
  SUBSCRIPTION_STATUSES,
} from "../../shared/vocabulary.ts";
import type { BillingFacts } from "./billing-facts.ts";
import { bytewiseText, createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { tenantRef, tenants } from "./tenants.ts";

/**
 * Webhook event of a payment provider, stored as received, once per provider and event id, and per transmission.
 * `objectIds` are the provider's objects in the event; `assignedTo` is the tenant that a Super Admin assigned to an event
 * without one. After the retention period `payload` is redacted: card and personal data are removed at `redactedAt`.
 */
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
    assignedTo: uuid("assigned_to").references(() => tenants.id),
    objectIds: text("object_ids").array().notNull().default([]),
    duplicates: integer("duplicates").notNull().default(0),
    occurredAt: instant("occurred_at").notNull(),
    receivedAt: instant("received_at").notNull().defaultNow(),
    processedAt: instant("processed_at"),
    redactedAt: instant("redacted_at"),
  },
  (t) => [
    unique("billing_events_event_key").on(t.provider, t.eventId),
    unique("billing_events_transmission_key").on(t.provider, t.transmissionId),
    index("billing_events_state_newest").on(t.state, ...newestFirst(t.receivedAt, t.id)),
    index("billing_events_newest").on(...newestFirst(t.receivedAt, t.id)),
    index("billing_events_tenant_newest").on(t.tenantId, ...newestFirst(t.occurredAt)),
    index("billing_events_objects").using("gin", t.objectIds),
    index("billing_events_unredacted").on(t.receivedAt).where(sql`${t.redactedAt} is null`),
    oneOf("billing_events_provider_check", t.provider, PAYMENT_PROVIDERS),
    oneOf("billing_events_state_check", t.state, BILLING_EVENT_STATES),
  ],
);

/**
 * Latest state of a provider's object, with the facts that only older states know. Events are ordered by the provider's time, then by `progress` in the object's life
 * cycle, then by event id, never by arrival. `links` are the objects of the same payment, merged from all events;
 * `assignedTo` comes from the event.
 */
export const billingObjects = pgTable(
  "billing_objects",
  {
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    objectId: text("object_id").notNull(),
    kind: text("kind", { enum: BILLING_OBJECT_KINDS }).notNull(),
    facts: jsonb("facts").$type<BillingFacts>().notNull(),
    links: text("links").array().notNull().default([]),
    subscriptionRef: text("subscription_ref"),
    assignedTo: uuid("assigned_to").references(() => tenants.id),
    stateAt: instant("state_at").notNull(),
    progress: bigint("progress", { mode: "number" }).notNull(),
    eventId: bytewiseText("event_id").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.objectId] }),
    index("billing_objects_links").using("gin", t.links),
    index("billing_objects_subscription").on(t.provider, t.subscriptionRef),
    oneOf("billing_objects_provider_check", t.provider, PAYMENT_PROVIDERS),
    oneOf("billing_objects_kind_check", t.kind, BILLING_OBJECT_KINDS),
  ],
);

/** Subscription of a tenant at a provider, in the state of the newest event (`stateAt`). */
export const subscriptions = pgTable(
  "subscriptions",
  {
    id: id(),
    tenantId: tenantRef(),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    providerSubscriptionId: text("provider_subscription_id").notNull(),
    plan: text("plan").notNull(),
    status: text("status", { enum: SUBSCRIPTION_STATUSES }).notNull(),
    /** Amount of the next payment; null if it cannot be known in advance. */
    amountMinor: bigint("amount_minor", { mode: "bigint" }),
    currency: text("currency").notNull(),
    periodStart: instant("period_start"),
    periodEnd: instant("period_end"),
    cancelsAtPeriodEnd: boolean("cancels_at_period_end").notNull().default(false),
    /** Announced end; null while it renews. */
    endsAt: instant("ends_at"),
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

/**
 * Payment, successful or not, in integer minor units of an ISO 4217 currency. Disputed amounts that are not won back count
 * as lost, like refunds.
 */
export const payments = pgTable(
  "payments",
  {
    id: id(),
    tenantId: tenantRef(),
    provider: text("provider", { enum: PAYMENT_PROVIDERS }).notNull(),
    providerPaymentId: text("provider_payment_id").notNull(),
    subscriptionId: uuid("subscription_id").references(() => subscriptions.id),
    description: text("description").notNull(),
    status: text("status", { enum: PAYMENT_STATUSES }).notNull(),
    amountMinor: bigint("amount_minor", { mode: "bigint" }).notNull(),
    refundedMinor: bigint("refunded_minor", { mode: "bigint" }).notNull().default(sql`0`),
    disputedMinor: bigint("disputed_minor", { mode: "bigint" }).notNull().default(sql`0`),
    currency: text("currency").notNull(),
    receiptUrl: text("receipt_url"),
    invoiceUrl: text("invoice_url"),
    occurredAt: instant("occurred_at").notNull(),
    stateAt: instant("state_at").notNull(),
  },
  (t) => [
    unique("payments_provider_key").on(t.provider, t.providerPaymentId),
    index("payments_tenant_newest").on(t.tenantId, ...newestFirst(t.occurredAt, t.id)),
    oneOf("payments_provider_check", t.provider, PAYMENT_PROVIDERS),
    oneOf("payments_status_check", t.status, PAYMENT_STATUSES),
    check("payments_currency_check", sql`${t.currency} ~ '^[A-Z]{3}$'`),
    check(
      "payments_amount_check",
      sql`${t.amountMinor} >= 0 and ${t.refundedMinor} between 0 and ${t.amountMinor}`,
    ),
    check(
      "payments_disputed_check",
      sql`${t.disputedMinor} between 0 and ${t.amountMinor} - ${t.refundedMinor}`,
    ),
  ],
);

/** Entitlement of a tenant to a marketplace item, valid until its payment is refunded or disputed. */
export const purchases = pgTable(
  "purchases",
  {
    id: id(),
    tenantId: tenantRef(),
    itemType: text("item_type", { enum: LISTING_TYPES }).notNull(),
    itemId: uuid("item_id").notNull(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => payments.id),
    grantedAt: instant("granted_at").notNull(),
    revokedAt: instant("revoked_at"),
  },
  (t) => [
    unique("purchases_payment_item_key").on(t.paymentId, t.itemId),
    index("purchases_tenant_item").on(t.tenantId, t.itemId),
    oneOf("purchases_item_type_check", t.itemType, LISTING_TYPES),
  ],
);
