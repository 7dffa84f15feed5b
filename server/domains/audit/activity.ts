import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { auditLog, memberships, users } from "@/db/schema/index.ts";
import { requireOwner } from "@/server/core/authorize.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { containsPattern } from "@/shared/text/text.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { type AuditActor, type AuditEntry, selectEntries, toPeriod } from "./entries.ts";
import { writeEntries } from "./export.ts";
import type { ActivityFilters, ExportActivity, ListActivity } from "./input.ts";
import { nameSubjects } from "./list-entries.ts";
import { ACTIVITY_ACTIONS, STAFF_ACTIONS, STAFF_FILTER, STAFF_NAME } from "./policy.ts";

/**
 * One page of a workspace's activity, newest first. For owners. Super Admins and the platform's own processes appear as
 * Drydock, without name, id and internal fields.
 * @throws AppError `PERMISSION_DENIED`
 */
export async function listActivity(ctx: TenantContext, input: ListActivity) {
  requireOwner(ctx);
  return read(ctx, (tx) => selectActivity(tx, ctx.tenant.id, toConditions(ctx.tenant.id, input), input));
}

/** One entry of a workspace's activity, restricted like the list. For owners. @throws AppError `NOT_FOUND` */
export async function getActivity(ctx: TenantContext, entryId: string) {
  requireOwner(ctx);
  const {
    entries: [entry],
  } = await read(ctx, (tx) =>
    selectActivity(tx, ctx.tenant.id, [isVisible, eq(auditLog.id, entryId)], { limit: 1 }),
  );
  if (!entry) throw notFound("activity entry");
  return entry;
}

/** Export of a workspace's activity. For owners. @throws AppError `PERMISSION_DENIED` before the first chunk */
export function exportActivity(ctx: TenantContext, input: ExportActivity): AsyncGenerator<string> {
  requireOwner(ctx);
  return writeEntries(input.format, (position) =>
    read(ctx, (tx) => selectActivity(tx, ctx.tenant.id, toConditions(ctx.tenant.id, input), position)),
  );
}

/** Members and former members of a workspace by name, for the filter. For owners. */
export async function listActivityPeople(ctx: TenantContext) {
  requireOwner(ctx);
  return read(ctx, (tx) =>
    tx
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(sql`${users.id}::text in (${membersEver(ctx.tenant.id)})`)
      .orderBy(users.name, users.id)
      .limit(MAX_PEOPLE),
  );
}

const MAX_PEOPLE = 500;

async function selectActivity(
  tx: Reader,
  tenantId: string,
  matching: SQL[],
  position: { cursor?: string | undefined; limit: number },
) {
  const conditions = [eq(auditLog.tenantId, tenantId), ...matching];
  const { entries, nextCursor } = await selectEntries(tx, conditions, position);
  const isMember = await findMembersEver(tx, tenantId, entries);
  return { entries: await nameSubjects(tx, entries.map(withoutStaff(isMember))), nextCursor };
}

const isVisible = inArray(auditLog.action, [...ACTIVITY_ACTIONS]);

function toConditions(tenantId: string, { person, action, q, since, until }: ActivityFilters): SQL[] {
  return [
    action === "" ? isVisible : eq(auditLog.action, action),
    ...toPeriod({ since, until }),
    ...(person === "" ? [] : [byPerson(tenantId, person.toLowerCase())]),
    ...(q === "" ? [] : [aboutNamed(tenantId, containsPattern(q))]),
  ];
}

/** People who are or were members: a change of a membership names them as its subject. */
const membersEver = (tenantId: string): SQL => sql`
  select ${memberships.userId}::text from ${memberships} where ${memberships.tenantId} = ${tenantId}
  union
  select subject_id from audit_log where subject_type = 'membership' and tenant_id = ${tenantId}`;

const isStaffAction = inArray(auditLog.action, [...STAFF_ACTIONS]);

/** Entries that show this person. Those that show Drydock instead are not found by anybody's id. */
function byPerson(tenantId: string, person: string): SQL {
  const isByMember = sql`${auditLog.actorId} in (${membersEver(tenantId)})`;
  if (person === STAFF_FILTER) {
    return sql`(${isStaffAction} or ${auditLog.actorKind} = 'system'
      or (${auditLog.actorKind} = 'user' and not ${isByMember}))`;
  }
  if (!isUuid(person)) return sql`false`;
  const isTheirs = sql`(${auditLog.actorKind} = 'user' and ${auditLog.actorId} = ${person} and ${isByMember})
    or (${auditLog.actorKind} = 'token' and ${auditLog.actorId} in (
      select id::text from api_tokens where tenant_id = ${tenantId} and user_id = ${person}::uuid))`;
  return sql`(not ${isStaffAction} and (${isTheirs}))`;
}

/** Entries about what has, or had at the time, a name with this text. */
function aboutNamed(tenantId: string, pattern: string): SQL {
  const named = ["apps", "app_plugins", "system_plugins", "themes", "listings", "api_tokens"].map(
    (table) =>
      sql`select id::text from ${sql.identifier(table)} where tenant_id = ${tenantId} and name ilike ${pattern}`,
  );
  const others = [
    sql`select b.id::text from builds b join apps a on a.id = b.app_id
      where b.tenant_id = ${tenantId} and a.name || ' #' || b.number ilike ${pattern}`,
    sql`select m.user_id::text from memberships m join users u on u.id = m.user_id
      where m.tenant_id = ${tenantId} and u.name ilike ${pattern}`,
  ];
  const fields = ["name", "slug", "version"].flatMap((field) =>
    [auditLog.before, auditLog.after].map((values) => sql`${values} ->> ${field}::text ilike ${pattern}`),
  );
  return or(
    sql`${auditLog.subjectId} in (${sql.join([...named, ...others], sql` union all `)})`,
    ...fields,
  ) as SQL;
}

async function findMembersEver(
  tx: Reader,
  tenantId: string,
  entries: readonly AuditEntry[],
): Promise<(userId: string) => boolean> {
  const ids = entries.flatMap(({ actor }) => (actor.kind === "user" && actor.id ? [actor.id] : []));
  if (ids.length === 0) return () => false;
  const rows = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...new Set(ids)]), sql`${users.id}::text in (${membersEver(tenantId)})`));
  const known = new Set(rows.map(({ id }) => id));
  return (userId) => known.has(userId);
}

const STAFF: AuditActor = { kind: "system", id: null, name: STAFF_NAME, userId: null };

/** Fields of a change by the platform that concern the workspace. Others, such as a claim or a finding, are internal. */
const STAFF_FIELDS = new Set(["name", "slug", "version", "role", "status", "reason", "reasons", "comment"]);
/** Reasons of actions on a workspace are notes between Super Admins. */
const PUBLISHER_FIELDS = new Set(["reason", "reasons", "comment"]);

const withoutStaff =
  (isMember: (userId: string) => boolean) =>
  (entry: AuditEntry): AuditEntry => {
    const { actor, action, before, after } = entry;
    const isStaff =
      STAFF_ACTIONS.some((name) => name === action) ||
      actor.kind === "system" ||
      (actor.kind === "user" && !(actor.id && isMember(actor.id)));
    if (!isStaff) return entry;
    const isAboutListing = action.startsWith("listing.");
    const restrict = (fields: AuditEntry["before"]) =>
      fields &&
      Object.fromEntries(
        Object.entries(fields).filter(
          ([name]) => STAFF_FIELDS.has(name) && (isAboutListing || !PUBLISHER_FIELDS.has(name)),
        ),
      );
    return { ...entry, actor: STAFF, before: restrict(before), after: restrict(after), requestId: null };
  };
