import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { apiTokens, auditLog, tenants, users } from "@/db/schema/index.ts";
import { foldAddress } from "@/server/core/account-fields.ts";
import { AUDIT_SUBJECT_TYPES, type AuditAction, type AuditSubject } from "@/server/core/audit.ts";
import { olderThan, type Page, pageOf } from "@/server/core/pagination.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { DAY_MS } from "@/shared/time.ts";
import { type ACTOR_KINDS, PAYMENT_PROVIDERS } from "@/shared/vocabulary.ts";
import type { AuditFilters } from "./input.ts";

/** Actor of an entry. A token's `name` is its owner's with its own: "Jonas (token CI)". */
export interface AuditActor {
  kind: (typeof ACTOR_KINDS)[number];
  id: string | null;
  name: string | null;
  /** User who is the actor or owns the token. */
  userId: string | null;
}

export interface AuditEntry {
  id: string;
  at: string;
  actor: AuditActor;
  action: string;
  subject: { type: string; id: string };
  tenant: { id: string; slug: string; name: string } | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  requestId: string | null;
}

export type AuditPage = Page<"entries", AuditEntry>;

/**
 * SQL conditions of the filters; null if a filter names an unknown actor or tenant, so nothing matches. Each filter uses
 * the leading columns of an index of the log.
 */
export async function toAuditFilters(tx: Reader, filters: AuditFilters): Promise<SQL[] | null> {
  const { actor, by, action, tenant, subject, since, until } = filters;
  const ofActor = actor === "" ? undefined : await toActorFilter(tx, actor);
  const ofTenant = tenant === "" ? undefined : await toTenantFilter(tx, tenant);
  if (ofActor === null || ofTenant === null) return null;
  return [
    ofActor,
    by && BY[by],
    ofTenant,
    action === "" ? undefined : eq(auditLog.action, action),
    subject === ""
      ? undefined
      : and(
          inArray(auditLog.subjectType, [...AUDIT_SUBJECT_TYPES]),
          eq(auditLog.subjectId, isUuid(subject.toLowerCase()) ? subject.toLowerCase() : subject),
        ),
    ...toPeriod({ since, until }),
  ].filter((filter) => filter !== undefined);
}

export const toPeriod = ({ since, until }: Pick<AuditFilters, "since" | "until">): SQL[] => [
  ...(since === undefined ? [] : [gte(auditLog.at, new Date(since))]),
  ...(until === undefined ? [] : [lt(auditLog.at, new Date(Date.parse(until) + DAY_MS))]),
];

/** Literals, so that the planner knows that the index `audit_log_people_newest` serves them. Machines write most entries. */
const BY: Record<NonNullable<AuditFilters["by"]>, SQL> = {
  people: sql`${auditLog.actorKind} = 'user'`,
  machines: sql`${auditLog.actorKind} <> 'user'`,
};

/** One page of entries, newest first, with the names of their actors. */
export async function selectEntries(
  tx: Reader,
  filters: SQL[],
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<AuditPage> {
  const rows = await tx
    .select({ entry: auditLog, tenant: { id: tenants.id, slug: tenants.slug, name: tenants.name } })
    .from(auditLog)
    .leftJoin(tenants, eq(tenants.id, auditLog.tenantId))
    .where(and(...filters, olderThan(cursor, auditLog.at, auditLog.id)))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit + 1);
  const { shown, nextCursor } = pageOf(rows, limit, ({ entry }) => [entry.at, entry.id]);
  const toActor = await loadActors(
    tx,
    shown.map(({ entry }) => entry),
  );
  const entries = shown.map(({ entry, tenant }) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    actor: toActor(entry),
    action: entry.action,
    subject: { type: entry.subjectType, id: entry.subjectId },
    tenant,
    before: entry.before as AuditEntry["before"],
    after: entry.after as AuditEntry["after"],
    requestId: entry.requestId,
  }));
  return { entries, nextCursor };
}

/** Name of the actor of the latest matching entry of a subject; null without an entry or a name. */
export async function findActorName(
  tx: Reader,
  action: AuditAction,
  { type, id, tenantId }: Pick<AuditSubject, "type" | "id"> & { tenantId: string },
): Promise<string | null> {
  const ofSubject = [
    eq(auditLog.tenantId, tenantId),
    eq(auditLog.subjectType, type),
    eq(auditLog.subjectId, id),
    eq(auditLog.action, action),
  ];
  const {
    entries: [entry],
  } = await selectEntries(tx, ofSubject, { limit: 1 });
  return entry?.actor.name ?? null;
}

type ActorColumns = Pick<typeof auditLog.$inferSelect, "actorKind" | "actorId">;

/** Looks up the actors of one page in two queries. */
async function loadActors(tx: Reader, rows: ActorColumns[]): Promise<(row: ActorColumns) => AuditActor> {
  const idsOf = (kind: ActorColumns["actorKind"]) => [
    ...new Set(
      rows.flatMap(({ actorKind, actorId }) =>
        actorKind === kind && actorId !== null && isUuid(actorId) ? [actorId] : [],
      ),
    ),
  ];
  const people = await tx
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(inArray(users.id, idsOf("user")));
  const tokens = await tx
    .select({ id: apiTokens.id, name: apiTokens.name, userId: apiTokens.userId, owner: users.name })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(inArray(apiTokens.id, idsOf("token")));
  return ({ actorKind: kind, actorId: id }) => {
    const user = kind === "user" ? people.find((known) => known.id === id) : undefined;
    const token = kind === "token" ? tokens.find((known) => known.id === id) : undefined;
    return {
      kind,
      id,
      name: user?.name ?? (token ? `${token.owner} (token ${token.name})` : null),
      userId: user?.id ?? token?.userId ?? null,
    };
  };
}

async function toActorFilter(tx: Reader, actor: string): Promise<SQL | null | undefined> {
  const id = actor.toLowerCase();
  if (isUuid(id)) return and(inArray(auditLog.actorKind, ["user", "token"]), eq(auditLog.actorId, id));
  if (actor.includes("@")) {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(eq(users.email, foldAddress(actor)));
    return user ? and(eq(auditLog.actorKind, "user"), eq(auditLog.actorId, user.id)) : null;
  }
  const provider = PAYMENT_PROVIDERS.find((name) => name === actor.toUpperCase());
  return provider
    ? and(eq(auditLog.actorKind, "provider"), eq(auditLog.actorId, provider))
    : and(inArray(auditLog.actorKind, ["worker", "system"]), eq(auditLog.actorId, actor));
}

async function toTenantFilter(tx: Reader, slugOrId: string): Promise<SQL | null> {
  const name = slugOrId.toLowerCase();
  const [tenant] = await tx
    .select({ id: tenants.id })
    .from(tenants)
    .where(or(eq(tenants.slug, name), isUuid(name) ? eq(tenants.id, name) : undefined))
    .limit(1);
  return tenant ? eq(auditLog.tenantId, tenant.id) : null;
}
