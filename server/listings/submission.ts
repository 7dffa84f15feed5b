import { getTableColumns, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { auditLog, domainEvents, listings } from "@/db/schema/index.ts";
import type { eventRow } from "../events/record-event.ts";
import type { auditRow } from "../platform/audit.ts";
import type { TenantContext } from "../platform/context.ts";
import type { OutlookRow } from "./record.ts";

/** A listing with its audit row and its event. */
export interface Submission {
  listing: typeof listings.$inferSelect;
  audit: ReturnType<typeof auditRow>;
  event: ReturnType<typeof eventRow>;
}

/** What `submit_listing` returns: the time of submission as it is stored, and the position in the queue. */
export interface SubmittedRow extends OutlookRow {
  submitted_at: string;
}

/**
 * Stores a submission by the function `submit_listing` (`db/functions/submissions.sql`), which holds the version rule: one
 * round trip, in the open transaction or in one of its own.
 * @throws the errors `DD001` to `DD004` of that function
 */
export async function storeSubmission(
  ctx: TenantContext,
  { listing, audit, event }: Submission,
): Promise<SubmittedRow> {
  const executor = ctx.open ? ctx.open.tx : ctx.db.tenantDb.orm;
  const [row] = await executor.execute<SubmittedRow>(sql`
    select * from submit_listing(${ctx.scope}, ${jsonOf(listings, listing)}::text::jsonb,
      ${jsonOf(auditLog, audit)}::text::jsonb, ${jsonOf(domainEvents, event)}::text::jsonb)`);
  if (!row) throw new Error("the listing was not stored");
  return row;
}

/** A row as JSON by its columns' names in the database, without nulls. */
function jsonOf<T extends PgTable>(table: T, row: Partial<T["$inferSelect"]>): string {
  const named = Object.entries(getTableColumns(table))
    .map(([key, { name }]) => [name, row[key as keyof typeof row] ?? null])
    .filter(([, value]) => value !== null);
  return JSON.stringify(Object.fromEntries(named));
}
