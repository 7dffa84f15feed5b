import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";
import type { AuditEntry } from "./entries.ts";
import { type AuditPosition, selectEntries, toAuditFilters } from "./entries.ts";
import type { ExportAudit } from "./input.ts";

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
    const filters = await read(admin, (tx) => toAuditFilters(tx, input));
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
    head: toCsvRecord(COLUMNS.map(([name]) => name)),
    entry: (entry) => toCsvRecord(COLUMNS.map(([, value]) => value(entry))),
  },
  jsonl: { entry: (entry) => `${JSON.stringify(entry)}\n` },
};

/** A spreadsheet takes a cell that begins with one of these for a formula, or for what leads to one. */
const FORMULA_START = /^[\s]*[=+\-@\t\r＝＋－＠]/u;

/** One record of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function toCsvRecord(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string | null): string {
  if (cell === null) return "";
  const harmless = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
