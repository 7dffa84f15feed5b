import { and, desc, eq, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { apiTokens, auditLog, tenants, users } from "@/db/schema/index.ts";
import type { ACTOR_KINDS } from "@/db/schema/vocabulary.ts";
import { PAYMENT_PROVIDERS } from "@/db/schema/vocabulary.ts";
import type { AuditAction, AuditSubject } from "../platform/audit.ts";
import { AUDIT_SUBJECT_TYPES } from "../platform/audit.ts";
import { isUuid } from "../platform/text.ts";
import type { AuditFilters } from "./input.ts";

const DAY_MS = 86_400_000;

/** Where a page of the log ended. */
export interface AuditPosition {
  at: Date;
  id: string;
}

/**
 * The entries that the filters let through, the newest first. Each filter is judged by columns that an index of the log
 * begins with, so that none reads the whole of it. Null where a filter names nobody: then there are none.
 */
export async function toAuditFilters(tx: Transaction, filters: AuditFilters): Promise<SQL[] | null> {
  const { actor, action, tenant, subject, since, until } = filters;
  const ofActor = actor === "" ? undefined : await filterOfActor(tx, actor);
  const ofTenant = tenant === "" ? undefined : await filterOfTenant(tx, tenant);
  if (ofActor === null || ofTenant === null) return null;
  return [
    ofActor,
    ofTenant,
    action === "" ? undefined : eq(auditLog.action, action),
    subject === ""
      ? undefined
      : and(
          inArray(auditLog.subjectType, [...AUDIT_SUBJECT_TYPES]),
          eq(auditLog.subjectId, isUuid(subject.toLowerCase()) ? subject.toLowerCase() : subject),
        ),
    since === undefined ? undefined : gte(auditLog.at, new Date(since)),
    until === undefined ? undefined : lt(auditLog.at, new Date(Date.parse(until) + DAY_MS)),
  ].filter((filter) => filter !== undefined);
}

/** So many entries from a position on, with the names of whom they tell of. */
export async function selectEntries(
  tx: Transaction,
  filters: SQL[],
  { from, limit }: { from?: AuditPosition | undefined; limit: number },
): Promise<AuditEntry[]> {
  const isAfter =
    from && sql`(${auditLog.at}, ${auditLog.id}) < (${from.at.toISOString()}::timestamptz, ${from.id}::uuid)`;
  const rows = await tx
    .select({ entry: auditLog, tenant: { id: tenants.id, slug: tenants.slug, name: tenants.name } })
    .from(auditLog)
    .leftJoin(tenants, eq(tenants.id, auditLog.tenantId))
    .where(and(...filters, isAfter))
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(limit);
  const toUserActor = await nameActors(
    tx,
    rows.map(({ entry }) => entry),
  );
  return rows.map(({ entry, tenant }) => ({
    id: entry.id,
    at: entry.at.toISOString(),
    actor: toUserActor(entry),
    action: entry.action,
    subject: { type: entry.subjectType, id: entry.subjectId },
    tenant,
    before: entry.before as AuditEntry["before"],
    after: entry.after as AuditEntry["after"],
    requestId: entry.requestId,
  }));
}

type ActorColumns = Pick<typeof auditLog.$inferSelect, "actorKind" | "actorId">;

/** The names of the actors of one page, looked up together. */
async function nameActors(tx: Transaction, rows: ActorColumns[]): Promise<(row: ActorColumns) => AuditActor> {
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
    const person = kind === "user" ? people.find((known) => known.id === id) : undefined;
    const token = kind === "token" ? tokens.find((known) => known.id === id) : undefined;
    return {
      kind,
      id,
      name: person?.name ?? (token ? `${token.name} of ${token.owner}` : null),
      userId: person?.id ?? token?.userId ?? null,
    };
  };
}

async function filterOfActor(tx: Transaction, actor: string): Promise<SQL | null | undefined> {
  const id = actor.toLowerCase();
  if (isUuid(id)) return and(inArray(auditLog.actorKind, ["user", "token"]), eq(auditLog.actorId, id));
  if (actor.includes("@")) {
    const [person] = await tx.select({ id: users.id }).from(users).where(eq(users.email, id));
    return person ? and(eq(auditLog.actorKind, "user"), eq(auditLog.actorId, person.id)) : null;
  }
  const provider = PAYMENT_PROVIDERS.find((name) => name === actor.toUpperCase());
  return provider
    ? and(eq(auditLog.actorKind, "provider"), eq(auditLog.actorId, provider))
    : and(inArray(auditLog.actorKind, ["worker", "system"]), eq(auditLog.actorId, actor));
}

async function filterOfTenant(tx: Transaction, slugOrId: string): Promise<SQL | null> {
  const name = slugOrId.toLowerCase();
  const [tenant] = await tx
    .select({ id: tenants.id })
    .from(tenants)
    .where(or(eq(tenants.slug, name), isUuid(name) ? eq(tenants.id, name) : undefined))
    .limit(1);
  return tenant ? eq(auditLog.tenantId, tenant.id) : null;
}

/** The name of whoever did something to a tenant's thing last; null where it was not done, or by nobody with a name. */
export async function findActorName(
  tx: Transaction,
  action: AuditAction,
  { type, id, tenantId }: Pick<AuditSubject, "type" | "id"> & { tenantId: string },
): Promise<string | null> {
  const ofSubject = [
    eq(auditLog.tenantId, tenantId),
    eq(auditLog.subjectType, type),
    eq(auditLog.subjectId, id),
    eq(auditLog.action, action),
  ];
  const [entry] = await selectEntries(tx, ofSubject, { limit: 1 });
  return entry?.actor.name ?? null;
}

/** Who did something. `name` is what people call them, where it is known; a token's is followed by its owner's. */
export interface AuditActor {
  kind: (typeof ACTOR_KINDS)[number];
  id: string | null;
  name: string | null;
  /** The person behind it, if it is one or belongs to one. */
  userId: string | null;
}

/** Who did what to which thing, when, and what it was before and after. */
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

export interface AuditPage {
  entries: AuditEntry[];
  nextCursor: string | null;
}
