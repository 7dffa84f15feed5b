import { type SQL, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import type { AuditSubjectType } from "@/server/core/audit.ts";
import { isUuid } from "@/shared/text/uuid.ts";

export interface Subject {
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
    select b.id::text, a.name || ' #' || b.number as name
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
    select r.id::text, l.name || ' ' || l.version as name
    from rollouts r join listings l on l.id = r.listing_id where r.id = any(${ids}::uuid[])`,
  saved_reply: (ids) => sql`select id::text, title as name from saved_replies where id = any(${ids}::uuid[])`,
  tenant: (ids) => sql`select id::text, name from tenants where id = any(${ids}::uuid[])`,
  user: nameUsers,
};

function nameListings(ids: SQL): SQL {
  return sql`select id::text, name || ' ' || version as name from listings where id = any(${ids}::uuid[])`;
}

function nameUsers(ids: SQL): SQL {
  return sql`select id::text, name from users where id = any(${ids}::uuid[])`;
}

/** Types whose id is a name: of a worker, and of an item by type and slug. */
const NAMED_BY_ID = new Set(["featured_item", "worker"]);

/** Present names of subjects, in one query; null for what is deleted and for types without a name. */
export async function loadSubjectNames(
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
