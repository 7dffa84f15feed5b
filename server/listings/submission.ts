import { sql } from "drizzle-orm";
import type { Database } from "@/db/client.ts";
import { namedRow } from "@/db/named-row.ts";
import { auditLog, domainEvents, listings } from "@/db/schema/index.ts";
import type { eventRow } from "../events/record-event.ts";
import type { auditRow } from "../platform/audit.ts";
import { createBatcher } from "../platform/batcher.ts";
import type { TenantContext } from "../platform/context.ts";
import { databaseError } from "../platform/errors.ts";
import type { OutlookRow } from "./record.ts";

/** A listing with its audit row and its event. */
export interface Submission {
  listing: typeof listings.$inferSelect;
  audit: ReturnType<typeof auditRow>;
  event: ReturnType<typeof eventRow>;
}

/**
 * Stores a submission: in the transaction that is open, or else together with others that come with it, each whole or
 * not at all.
 * @returns where the listing stands in the queue
 * @throws what the function `submit_listing` of the database raises
 */
export async function storeSubmission(
  ctx: TenantContext,
  { listing, audit, event }: Submission,
): Promise<OutlookRow> {
  const rows = {
    scope: ctx.scope,
    listing: namedRow(listings, listing),
    audit: namedRow(auditLog, audit),
    event: namedRow(domainEvents, event),
  };
  if (!ctx.open) return storerOf(ctx.db)(rows);
  const [outlook] = await ctx.open.tx.execute<OutlookRow>(sql`
    select * from submit_listing(${rows.scope}, ${JSON.stringify(rows.listing)}::text::jsonb,
      ${JSON.stringify(rows.audit)}::text::jsonb, ${JSON.stringify(rows.event)}::text::jsonb)`);
  return requireStored(outlook);
}

interface SubmissionRows {
  scope: string;
  listing: Record<string, unknown>;
  audit: Record<string, unknown>;
  event: Record<string, unknown>;
}
type StoreSubmission = (rows: SubmissionRows) => Promise<OutlookRow>;

/** Stores what comes together in one statement, and by itself what somebody else or a rule stands in the way of. */
function storerOf(db: Database): StoreSubmission {
  const known = storers.get(db);
  if (known) return known;
  const storeTogether = createBatcher<SubmissionRows, OutlookRow | undefined>({
    keyOf: ({ listing }) => `${listing.type} ${listing.slug}`,
    run: (submissions) => storeMany(db, submissions),
    isItemError: (error) => /^(22|23|40)/.test(databaseError(error).code ?? ""),
    maxConcurrentBatches: 4,
    maxBatchSize: 50,
  });
  const store: StoreSubmission = async (rows) => (await storeTogether(rows)) ?? storeOne(db, rows);
  storers.set(db, store);
  return store;
}

const storers = new WeakMap<Database, StoreSubmission>();

/** Undefined for each that has to be stored by itself, as one that comes alone is in the first place. */
async function storeMany(
  db: Database,
  submissions: readonly SubmissionRows[],
): Promise<(OutlookRow | undefined)[]> {
  const [first, ...others] = submissions;
  if (first && others.length === 0) return [await storeOne(db, first)];
  const rows = await db.platform.sql<(OutlookRow & { listing_id: string })[]>`
    select * from submit_listings(${JSON.stringify(submissions.map(({ listing }) => listing))}::text::json,
      ${JSON.stringify(submissions.map(({ audit }) => audit))}::text::json,
      ${JSON.stringify(submissions.map(({ event }) => event))}::text::json)`;
  const stored = new Map(rows.map((row) => [row.listing_id, row]));
  return submissions.map(({ listing }) => stored.get(listing.id as string));
}

async function storeOne(db: Database, { scope, listing, audit, event }: SubmissionRows): Promise<OutlookRow> {
  const [outlook] = await db.walled.sql<OutlookRow[]>`
    select * from submit_listing(${scope}, ${JSON.stringify(listing)}::text::jsonb,
      ${JSON.stringify(audit)}::text::jsonb, ${JSON.stringify(event)}::text::jsonb)`;
  return requireStored(outlook);
}

function requireStored(outlook: OutlookRow | undefined): OutlookRow {
  if (!outlook) throw new Error("the listing was not stored");
  return outlook;
}
