import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import { type AuditEntry, selectEntries, toAuditFilters } from "./entries.ts";
import type { ExportAudit } from "./input.ts";

const EXPORT_BATCH_SIZE = 500;
/** Start of a cell that a spreadsheet could evaluate as a formula (CSV injection). */
const FORMULA_START = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

/**
 * Export of the audit log as chunks of a file, newest first. Each batch is its own transaction, so a slow reader holds
 * none open. The result is still a snapshot: entries never change, and new ones sort before the first batch.
 * For Super Admins.
 * @throws AppError `PERMISSION_DENIED` before the first chunk
 */
export function exportAudit(ctx: Context, input: ExportAudit): AsyncGenerator<string> {
  const admin = requireSuperAdmin(ctx);
  const write = WRITERS[input.format];
  return (async function* () {
    if (write.head) yield write.head;
    const filters = await read(admin, (tx) => toAuditFilters(tx, input));
    let cursor: string | undefined;
    while (filters) {
      const page = await read(admin, (tx) =>
        selectEntries(tx, filters, { cursor, limit: EXPORT_BATCH_SIZE }),
      );
      if (page.entries.length > 0) yield page.entries.map(write.entry).join("");
      if (!page.nextCursor) return;
      cursor = page.nextCursor;
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
