import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
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
  CHANNEL_SIGNINGS,
  DELIVERY_STATES,
  EVENT_TYPES,
  MAIL_KINDS,
  MAIL_STATES,
  NOTICE_KINDS,
} from "../../shared/vocabulary.ts";
import { apps } from "./apps.ts";
import { createdAt, id, instant, newestFirst, oneOf } from "./columns.ts";
import { tenants } from "./tenants.ts";
import { userOwnerRef, userRef, users } from "./users.ts";

/**
 * Callback endpoint (webhook), configured by Super Admins. A null filter means every type, or every tenant. `failingSince`
 * is the first failure since the last success, `failureStreak` their number. Nothing is sent before `holdUntil`. While a
 * channel is paused or disabled, its deliveries are parked.
 */
export const notificationChannels = pgTable(
  "notification_channels",
  {
    id: id(),
    name: text("name").notNull(),
    url: text("url").notNull(),
    eventTypes: text("event_types", { enum: EVENT_TYPES }).array(),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    signing: text("signing", { enum: CHANNEL_SIGNINGS }).notNull().default("HMAC"),
    secret: text("secret").notNull(),
    previousSecret: text("previous_secret"),
    previousSecretUntil: instant("previous_secret_until"),
    pausedAt: instant("paused_at"),
    disabledAt: instant("disabled_at"),
    disabledReason: text("disabled_reason"),
    failingSince: instant("failing_since"),
    failureStreak: integer("failure_streak").notNull().default(0),
    warningsGiven: integer("warnings_given").notNull().default(0),
    holdUntil: instant("hold_until"),
    createdAt: createdAt(),
  },
  (t) => [oneOf("notification_channels_signing_check", t.signing, CHANNEL_SIGNINGS)],
);

/**
 * Domain event in the transactional outbox, written in the transaction of its change. `sequence` is the global order;
 * `dispatchedAt` is set when its deliveries and notices exist. The event can be discarded until `heldUntil`, and
 * is dispatched after it; later events of its subject wait for it.
 */
export const domainEvents = pgTable(
  "domain_events",
  {
    id: id(),
    sequence: bigint("sequence", { mode: "bigint" }).generatedAlwaysAsIdentity().unique(),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    type: text("type", { enum: EVENT_TYPES }).notNull(),
    version: integer("version").notNull().default(1),
    subjectId: uuid("subject_id").notNull(),
    data: jsonb("data").notNull(),
    occurredAt: instant("occurred_at").notNull().defaultNow(),
    heldUntil: instant("held_until"),
    dispatchedAt: instant("dispatched_at"),
  },
  (t) => [
    index().on(t.tenantId, ...newestFirst(t.occurredAt)),
    index().on(t.subjectId),
    index("domain_events_undispatched").on(t.sequence).where(sql`${t.dispatchedAt} is null`),
  ],
);

/**
 * Delivery of an event to a channel: pending, delivered, parked, dead or dropped, and never deleted silently. A pending
 * one is due at `nextAttemptAt`; during an attempt that is the end of the sender's lease.
 */
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
    subjectId: uuid("subject_id").notNull(),
    sequence: bigint("sequence", { mode: "bigint" }).notNull(),
    isTest: boolean("is_test").notNull().default(false),
    state: text("state", { enum: DELIVERY_STATES }).notNull().default("PENDING"),
    attemptCount: integer("attempt_count").notNull().default(0),
    /** Attempts of the retry schedule: those since the last manual retry. */
    triesUsed: integer("tries_used").notNull().default(0),
    nextAttemptAt: instant("next_attempt_at"),
    createdAt: createdAt(),
    deliveredAt: instant("delivered_at"),
  },
  (t) => [
    unique("deliveries_event_key").on(t.channelId, t.eventId),
    index("deliveries_channel_newest").on(t.channelId, ...newestFirst(t.createdAt, t.id)),
    index("deliveries_channel_state_newest").on(t.channelId, t.state, ...newestFirst(t.createdAt, t.id)),
    index("deliveries_channel_due")
      .on(t.channelId, t.nextAttemptAt, t.sequence)
      .where(sql`${t.state} = 'PENDING'`),
    index("deliveries_tests").on(t.channelId, t.sequence).where(sql`${t.state} = 'PENDING' and ${t.isTest}`),
    index("deliveries_pending_oldest").on(t.createdAt).where(sql`${t.state} = 'PENDING'`),
    index("deliveries_event").on(t.eventId),
    index("deliveries_subject_order")
      .on(t.channelId, t.subjectId, t.sequence)
      .where(sql`${t.state} = 'PENDING'`),
    oneOf("deliveries_state_check", t.state, DELIVERY_STATES),
    check("deliveries_due_check", sql`(${t.state} = 'PENDING') = (${t.nextAttemptAt} is not null)`),
  ],
);

/** Attempt of a delivery: HTTP request and response, or the error. */
export const deliveryAttempts = pgTable(
  "delivery_attempts",
  {
    id: id(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => deliveries.id),
    number: integer("number").notNull(),
    succeeded: boolean("succeeded").notNull(),
    requestUrl: text("request_url"),
    requestHeaders: jsonb("request_headers").$type<Record<string, string>>(),
    responseStatus: integer("response_status"),
    responseHeaders: jsonb("response_headers").$type<Record<string, string>>(),
    responseBody: text("response_body"),
    error: text("error"),
    durationMs: integer("duration_ms").notNull(),
    attemptedAt: instant("attempted_at").notNull().defaultNow(),
  },
  (t) => [
    unique("delivery_attempts_number_key").on(t.deliveryId, t.number),
    index("delivery_attempts_failed").on(t.attemptedAt).where(sql`not ${t.succeeded}`),
  ],
);

/** In-app notification of a user in the dashboards; at most one per user and event. */
export const notices = pgTable(
  "notices",
  {
    id: id(),
    userId: userRef("user_id"),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    eventId: uuid("event_id").references(() => domainEvents.id),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    title: text("title").notNull(),
    detail: text("detail"),
    path: text("path").notNull(),
    createdAt: createdAt(),
    readAt: instant("read_at"),
  },
  (t) => [
    unique("notices_event_key").on(t.userId, t.eventId),
    index("notices_event").on(t.eventId),
    index("notices_oldest").on(t.createdAt),
    index("notices_newest").on(t.userId, ...newestFirst(t.createdAt, t.id)),
    index("notices_unread").on(t.userId).where(sql`${t.readAt} is null`),
    oneOf("notices_kind_check", t.kind, NOTICE_KINDS),
  ],
);

/** Choice of a user for one kind of notices, instead of the default. */
export const noticePreferences = pgTable(
  "notice_preferences",
  {
    userId: userOwnerRef(),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    bell: boolean("bell").notNull(),
    mail: boolean("mail").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.kind] }),
    oneOf("notice_preferences_kind_check", t.kind, NOTICE_KINDS),
  ],
);

/** Choice of a user for the builds of one app, instead of the choice for the kind. */
export const appNoticePreferences = pgTable(
  "app_notice_preferences",
  {
    userId: userOwnerRef(),
    appId: uuid("app_id")
      .notNull()
      .references(() => apps.id, { onDelete: "cascade" }),
    bell: boolean("bell").notNull(),
    mail: boolean("mail").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.appId] }), index("app_notice_preferences_app").on(t.appId)],
);

/** Notice that waits for the next digest of its kind. */
export const digestEntries = pgTable(
  "digest_entries",
  {
    /** Order of the notices. */
    sequence: bigint("sequence", { mode: "bigint" }).primaryKey().generatedAlwaysAsIdentity(),
    eventKey: text("event_key").notNull().unique(),
    userId: userOwnerRef(),
    kind: text("kind", { enum: NOTICE_KINDS }).notNull(),
    title: text("title").notNull(),
    detail: text("detail"),
    path: text("path").notNull(),
  },
  (t) => [
    index("digest_entries_of_user").on(t.userId, t.kind, t.sequence),
    oneOf("digest_entries_kind_check", t.kind, NOTICE_KINDS),
  ],
);

/** Mailbox of an address without the part after "+", with which most servers let one person have any number of addresses. */
export const mailboxOf = (address: SQLWrapper | string): SQL =>
  sql`regexp_replace(${address}, '(?<=.)[+][^@]*@', '@')`;

/**
 * Mail with its content as of the event. `eventKey` names the event and the recipient, so that one event gives one mail.
 * `dataEndedAt` is set before the end of the content is sent: from then on only the server's reply tells whether it
 * accepted the mail. Without content, it was a secret and has been sent.
 */
export const mails = pgTable(
  "mails",
  {
    id: id(),
    eventKey: text("event_key").notNull().unique(),
    kind: text("kind", { enum: MAIL_KINDS }).notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    toAddress: text("to_address").notNull(),
    subject: text("subject").notNull(),
    text: text("text"),
    html: text("html"),
    unsubscribeUrl: text("unsubscribe_url"),
    /** Conversation that mail programs show the mail in, such as `listing.{id}`. */
    thread: text("thread"),
    state: text("state", { enum: MAIL_STATES }).notNull().default("QUEUED"),
    /** Attempts so far. The number of the current one identifies its sender. */
    attempts: integer("attempts").notNull().default(0),
    /** Attempts of the retry schedule: those since the last manual retry. */
    triesUsed: integer("tries_used").notNull().default(0),
    lastError: text("last_error"),
    /** Time after which the mail is not sent, such as the expiry of its link. */
    expiresAt: instant("expires_at"),
    nextAttemptAt: instant("next_attempt_at"),
    dataEndedAt: instant("data_ended_at"),
    createdAt: createdAt(),
    sentAt: instant("sent_at"),
  },
  (t) => [
    index("mails_newest").on(...newestFirst(t.createdAt, t.id)),
    index("mails_state_newest").on(t.state, ...newestFirst(t.createdAt, t.id)),
    index("mails_recipient").on(t.toAddress, ...newestFirst(t.createdAt, t.id)),
    index("mails_mailbox").on(mailboxOf(t.toAddress), t.createdAt),
    index("mails_of_user").on(t.userId, t.kind, t.createdAt),
    oneOf("mails_kind_check", t.kind, MAIL_KINDS),
    oneOf("mails_state_check", t.state, MAIL_STATES),
    check("mails_sent_check", sql`(${t.state} = 'SENT') = (${t.sentAt} is not null)`),
  ],
);
