import { eq, type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { auditLog } from "@/db/schema/index.ts";
import type { AuditSubjectType } from "@/server/core/audit.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { isUuid } from "@/shared/text/uuid.ts";
import { type AuditEntry, selectEntries, toAuditFilters } from "./entries.ts";
import type { ListAuditEntries } from "./input.ts";

/** One page of the audit log, newest first. For Super Admins. */
export async function listAuditEntries(ctx: Context, input: ListAuditEntries) {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const filters = await toAuditFilters(tx, input);
    if (!filters) return { entries: [], nextCursor: null };
    const { entries, nextCursor } = await selectEntries(tx, filters, input);
    return { entries: await nameSubjects(tx, entries), nextCursor };
  });
}

/** One entry. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getAuditEntry(ctx: Context, entryId: string) {
  const admin = requireSuperAdmin(ctx);
  const [entry] = await read(admin, async (tx) => {
    const { entries } = await selectEntries(tx, [eq(auditLog.id, entryId)], { limit: 1 });
    return nameSubjects(tx, entries);
  });
  if (!entry) throw notFound("audit log entry");
  return entry;
}

export async function nameSubjects(tx: Reader, entries: AuditEntry[]) {
  const nameOf = await loadSubjectNames(
    tx,
    entries.map(({ subject }) => subject),
  );
  return entries.map((entry) => ({ ...entry, subject: { ...entry.subject, name: nameOf(entry.subject) } }));
}

/** Distinct actions in the log, for its filter; a loose index scan, one step per action. For Super Admins. */
export async function listAuditActions(ctx: Context): Promise<string[]> {
  const admin = requireSuperAdmin(ctx);
  const rows = await read(admin, (tx) =>
    tx.execute<{ action: string }>(sql`
      with recursive known as (
        (select action from audit_log order by action limit 1)
        union all
        select (select later.action from audit_log later where later.action > known.action order by later.action limit 1)
        from known where known.action is not null
      )
      select action from known where action is not null`),
  );
  return [...rows].map(({ action }) => action);
}

interface Subject {
  type: string;
  id: string;
}

/** Queries of `id` and `name` by the type of a subject. */
const QUERIES: Partial<Record<AuditSubjectType, (ids: SQL) => SQL>> = {
  api_token: (ids) => sql`select id::text, name from api_tokens where id = any(${ids}::uuid[])`,
  app: (ids) => sql`select id::text, name from apps where id = any(${ids}::uuid[])`,
  archive: (ids) => sql`
    select sha256 as id, min(concat_ws(' ', manifest ->> 'slug', manifest ->> 'version')) as name
    from archives where sha256 = any(${ids}::text[]) group by sha256`,
  build: (ids) => sql`
    select b.id::text, ${isolated("a.name")} || ' #' || b.number as name
    from builds b join apps a on a.id = b.app_id where b.id = any(${ids}::uuid[])`,
  channel: (ids) => sql`select id::text, name from notification_channels where id = any(${ids}::uuid[])`,
  entity: (ids) => sql`
    select id::text, name from app_plugins where id = any(${ids}::uuid[])
    union all select id::text, name from system_plugins where id = any(${ids}::uuid[])
    union all select id::text, name from themes where id = any(${ids}::uuid[])`,
  installation: (ids) => sql`select id::text, slug as name from installations where id = any(${ids}::uuid[])`,
  item_report: (ids) => sql`
    select r.id::text, l.name from item_reports r join listings l on l.id = r.listing_id where r.id = any(${ids}::uuid[])`,
  listing: nameListings,
  listing_check: nameListings,
  mail: (ids) => sql`select id::text, subject as name from mails where id = any(${ids}::uuid[])`,
  membership: nameUsers,
  rollout: (ids) => sql`
    select r.id::text, ${isolated("l.name")} || ' ' || l.version as name
    from rollouts r join listings l on l.id = r.listing_id where r.id = any(${ids}::uuid[])`,
  saved_reply: (ids) => sql`select id::text, title as name from saved_replies where id = any(${ids}::uuid[])`,
  tenant: (ids) => sql`select id::text, name from tenants where id = any(${ids}::uuid[])`,
  user: nameUsers,
};

/** SQL of a name as `isolate` writes it. */
const isolated = (column: string): SQL =>
  sql.raw(
    `case when ${column} ~ '${RIGHT_TO_LEFT}' then chr(8296) || ${column} || chr(8297) else ${column} end`,
  );

/** As PostgreSQL writes the blocks of `shared/text/isolate.ts`. */
const RIGHT_TO_LEFT = String.raw`[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]`;

function nameListings(ids: SQL): SQL {
  return sql`select id::text, ${isolated("name")} || ' ' || version as name from listings where id = any(${ids}::uuid[])`;
}

function nameUsers(ids: SQL): SQL {
  return sql`select id::text, name from users where id = any(${ids}::uuid[])`;
}

/** Types whose id is a name: of a worker, and of an item by type and slug. */
const NAMED_BY_ID = new Set(["featured_item", "worker"]);

/** Present names of subjects, in one query; null for what is deleted and for types without a name. */
async function loadSubjectNames(
  tx: Reader,
  subjects: readonly Subject[],
): Promise<(subject: Subject) => string | null> {
  const parts = Object.entries(QUERIES).flatMap(([type, toQuery]) => {
    const isValid = (id: string) => type === "archive" || isUuid(id);
    const ids = subjects.filter((one) => one.type === type && isValid(one.id)).map(({ id }) => id);
    return ids.length === 0
      ? []
      : [sql`select ${type}::text as type, named.* from (${toQuery(sql`${`{${ids.join(",")}}`}`)}) named`];
  });
  const rows =
    parts.length === 0
      ? []
      : await tx.execute<{ type: string; id: string; name: string }>(sql.join(parts, sql` union all `));
  const names = new Map([...rows].map(({ type, id, name }) => [`${type} ${id}`, name]));
  return ({ type, id }) => (NAMED_BY_ID.has(type) ? id : (names.get(`${type} ${id}`) ?? null));
}
