import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { csvRecord } from "./csv.ts";
import type { ExportAudit } from "./input.ts";
import { type AuditPosition, filtersOf, selectEntries } from "./select.ts";
import type { AuditEntry } from "./view.ts";

/** So many entries are held at a time, however many there are and however slowly they are read. */
const AT_ONCE = 500;

/**
 * What the filters let through, the newest first, as pieces of a file. Each batch is a transaction of its own, so that a
 * slow reader holds none open. Entries are never changed and later ones stand before the first, so all of it is as of the
 * beginning. For Super Admins.
 * @throws AppError `PERMISSION_DENIED` before the first piece
 */
export function exportAudit(ctx: Context, input: ExportAudit): AsyncGenerator<string> {
  const admin = requireSuperAdmin(ctx);
  const write = WRITERS[input.format];
  return (async function* () {
    if (write.head) yield write.head;
    const filters = await read(admin, (tx) => filtersOf(tx, input));
    let from: AuditPosition | undefined;
    while (filters) {
      const entries = await read(admin, (tx) => selectEntries(tx, filters, { from, limit: AT_ONCE }));
      if (entries.length > 0) yield entries.map(write.entry).join("");
      const last = entries.at(-1);
      if (!last || entries.length < AT_ONCE) return;
      from = { at: new Date(last.at), id: last.id };
    }
  })();
}

interface Writer {
  head?: string;
  entry: (entry: AuditEntry) => string;
}

const COLUMNS: [name: string, value: (entry: AuditEntry) => string | null][] = [
  ["at", ({ at }) => at],
  ["actor_kind", ({ actor }) => actor.kind],
  ["actor_id", ({ actor }) => actor.id],
  ["actor_name", ({ actor }) => actor.name],
  ["action", ({ action }) => action],
  ["subject_type", ({ subject }) => subject.type],
  ["subject_id", ({ subject }) => subject.id],
  ["tenant_id", ({ tenant }) => tenant?.id ?? null],
  ["tenant", ({ tenant }) => tenant?.slug ?? null],
  ["before", ({ before }) => before && JSON.stringify(before)],
  ["after", ({ after }) => after && JSON.stringify(after)],
  ["request_id", ({ requestId }) => requestId],
  ["id", ({ id }) => id],
];

const WRITERS: Record<ExportAudit["format"], Writer> = {
  csv: {
    head: csvRecord(COLUMNS.map(([name]) => name)),
    entry: (entry) => csvRecord(COLUMNS.map(([, value]) => value(entry))),
  },
  jsonl: { entry: (entry) => `${JSON.stringify(entry)}\n` },
};
