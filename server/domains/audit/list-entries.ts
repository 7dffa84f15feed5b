import { eq, sql } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { auditLog } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { notFound } from "@/shared/errors.ts";
import { type AuditEntry, type AuditPage, selectEntries, toAuditFilters } from "./entries.ts";
import type { ListAuditEntries } from "./input.ts";
import { loadSubjectNames } from "./subject-names.ts";

/** Entry with the present name of its subject. */
export interface NamedEntry extends AuditEntry {
  subject: AuditEntry["subject"] & { name: string | null };
}

export interface NamedPage extends Omit<AuditPage, "entries"> {
  entries: NamedEntry[];
}

/** One page of the audit log, newest first. For Super Admins. */
export async function listAuditEntries(ctx: Context, input: ListAuditEntries): Promise<NamedPage> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const filters = await toAuditFilters(tx, input);
    if (!filters) return { entries: [], nextCursor: null };
    const { entries, nextCursor } = await selectEntries(tx, filters, input);
    return { entries: await nameSubjects(tx, entries), nextCursor };
  });
}

/** One entry. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getAuditEntry(ctx: Context, entryId: string): Promise<NamedEntry> {
  const admin = requireSuperAdmin(ctx);
  const [entry] = await read(admin, async (tx) => {
    const { entries } = await selectEntries(tx, [eq(auditLog.id, entryId)], { limit: 1 });
    return nameSubjects(tx, entries);
  });
  if (!entry) throw notFound("audit log entry");
  return entry;
}

/** Entries with the names of their subjects. */
export async function nameSubjects(tx: Reader, entries: AuditEntry[]): Promise<NamedEntry[]> {
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
