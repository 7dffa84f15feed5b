import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { ACTOR_KINDS } from "../../shared/vocabulary.ts";
import { id, instant, newestFirst, oneOf } from "./columns.ts";
import { tenantRef, tenants } from "./tenants.ts";

/**
 * Audit log: actor, action, subject and its state before and after. Exactly one row per state change, written in the
 * transaction of the change. Append-only: a trigger rejects updates and deletes.
 */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    tenantId: uuid("tenant_id").references(() => tenants.id),
    actorKind: text("actor_kind", { enum: ACTOR_KINDS }).notNull(),
    actorId: text("actor_id"),
    action: text("action").notNull(),
    subjectType: text("subject_type").notNull(),
    subjectId: text("subject_id").notNull(),
    before: jsonb("before"),
    after: jsonb("after"),
    requestId: text("request_id"),
    at: instant("at").notNull().defaultNow(),
  },
  (t) => [
    index("audit_log_newest").on(...newestFirst(t.at, t.id)),
    index("audit_log_people_newest")
      .on(...newestFirst(t.at, t.id))
      .where(sql`${t.actorKind} = 'user'`),
    index("audit_log_tenant_newest").on(t.tenantId, ...newestFirst(t.at, t.id)),
    index("audit_log_actor_newest").on(t.actorKind, t.actorId, ...newestFirst(t.at, t.id)),
    index("audit_log_action_newest").on(t.action, ...newestFirst(t.at, t.id)),
    index("audit_log_subject").on(t.subjectType, t.subjectId, ...newestFirst(t.at)),
    oneOf("audit_log_actor_kind_check", t.actorKind, ACTOR_KINDS),
  ],
);

/** Idempotency keys: the first successful response to a request with a key, replayed for 24 hours. */
export const idempotencyKeys = pgTable(
  "idempotency_keys",
  {
    tenantId: tenantRef(),
    endpoint: text("endpoint").notNull(),
    key: text("key").notNull(),
    requestDigest: text("request_digest").notNull(),
    responseStatus: integer("response_status").notNull(),
    responseBody: text("response_body").notNull(),
    responseLocation: text("response_location"),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.endpoint, t.key] }), index().on(t.expiresAt)],
);

/** Rate limit counters, shared by all processes; a row is void after `expire`. */
export const rateLimits = pgTable(
  "rate_limits",
  {
    key: text("key").primaryKey(),
    points: integer("points").notNull(),
    expire: instant("expire"),
  },
  (t) => [index().on(t.expire)],
);
