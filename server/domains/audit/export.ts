import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { type AuditEntry, type AuditPage, selectEntries, toAuditFilters } from "./entries.ts";
import type { ExportAudit } from "./input.ts";

const EXPORT_BATCH_SIZE = 500;
/** Start of a cell that a spreadsheet could evaluate as a formula (CSV injection). */
const FORMULA_START = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

/** Export of the audit log. For Super Admins. @throws AppError `PERMISSION_DENIED` before the first chunk */
export function exportAudit(ctx: Context, input: ExportAudit): AsyncGenerator<string> {
  const admin = requireSuperAdmin(ctx);
  return writeEntries(input.format, (position) =>
    read(admin, async (tx) => {
      const filters = await toAuditFilters(tx, input);
      return filters ? selectEntries(tx, filters, position) : { entries: [], nextCursor: null };
    }),
  );
}

/**
 * Entries as chunks of a file, newest first. Each batch is its own transaction, so a slow reader holds none open. The
 * result is still a snapshot: entries never change, and new ones sort before the first batch.
 */
export async function* writeEntries(
  format: ExportAudit["format"],
  readBatch: (position: { cursor: string | undefined; limit: number }) => Promise<AuditPage>,
): AsyncGenerator<string> {
  const write = WRITERS[format];
  if (write.head) yield write.head;
  let cursor: string | undefined;
  do {
    const { entries, nextCursor } = await readBatch({ cursor, limit: EXPORT_BATCH_SIZE });
    if (entries.length > 0) yield entries.map(write.entry).join("");
    cursor = nextCursor ?? undefined;
  } while (cursor);
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
    head: toCsvRecord(COLUMNS.map(([name]) => name)),
    entry: (entry) => toCsvRecord(COLUMNS.map(([, value]) => value(entry))),
  },
  jsonl: { entry: (entry) => `${JSON.stringify(entry)}\n` },
};

/** CSV record (RFC 4180). Cells that look like formulas are prefixed with an apostrophe. */
export function toCsvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map(toCsvCell).join(",")}\r\n`;
}

function toCsvCell(cell: string | null): string {
  if (cell === null) return "";
  const escaped = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']|^\s|\s$/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
