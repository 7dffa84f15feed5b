import { bigint, boolean, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant, oneOf } from "./columns.ts";
import { tenants } from "./tenants.ts";
import { DELIVERY_STATES } from "./vocabulary.ts";

/** An address that Super Admins have the platform call. A null filter means every type, or every tenant. */
export const notificationChannels = pgTable("notification_channels", {
  id: id(),
  name: text("name").notNull(),
  url: text("url").notNull(),
  eventTypes: text("event_types").array(),
  tenantId: uuid("tenant_id").references(() => tenants.id),
  secret: text("secret").notNull(),
  previousSecret: text("previous_secret"),
  previousSecretUntil: instant("previous_secret_until"),
  pausedAt: instant("paused_at"),
  disabledAt: instant("disabled_at"),
  failingSince: instant("failing_since"),
  createdAt: createdAt(),
});

/** Something that happened, written in the transaction that made it happen. `sequence` orders all of them. */
export const domainEvents = pgTable(
  "domain_events",
  {
    id: id(),
    sequence: bigint("sequence", { mode: "bigint" }).generatedAlwaysAsIdentity().unique(),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    type: text("type").notNull(),
    subjectId: uuid("subject_id").notNull(),
    data: jsonb("data").notNull(),
    occurredAt: instant("occurred_at").notNull().defaultNow(),
  },
  (t) => [index().on(t.tenantId, t.occurredAt.desc()), index().on(t.subjectId)],
);

/** An event owed to a channel: delivered, or visibly parked or dead, never silently gone. */
export const deliveries = pgTable(
  "deliveries",
  {
    id: id(),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => notificationChannels.id),
    eventId: uuid("event_id")
      .notNull()
      .references(() => domainEvents.id),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("PENDING"),
    attemptCount: integer("attempt_count").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at"),
    createdAt: createdAt(),
    deliveredAt: instant("delivered_at"),
  },
  (t) => [
    unique("deliveries_event_key").on(t.channelId, t.eventId),
    index("deliveries_channel_newest").on(t.channelId, t.createdAt.desc(), t.id.desc()),
    index("deliveries_due").on(t.state, t.nextAttemptAt),
    oneOf("deliveries_state_check", t.state, DELIVERY_STATES),
  ],
);

/** One HTTP request of a delivery and what came back, or why nothing did. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    id: id(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    number: integer("number").notNull(),
    succeeded: boolean("succeeded").notNull(),
    responseStatus: integer("response_status"),
    responseBody: text("response_body"),
    error: text("error"),
    durationMs: integer("duration_ms").notNull(),
    attemptedAt: instant("attempted_at").notNull().defaultNow(),
  },
  (t) => [unique("delivery_attempts_number_key").on(t.deliveryId, t.number)],
);
