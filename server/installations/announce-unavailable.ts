import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { InstallationUpdates, ListingType } from "@/db/schema/vocabulary.ts";
import { recordEvents } from "../events/record-event.ts";
import type { Context } from "../platform/context.ts";
import { read } from "../platform/mutate.ts";

const BATCH_SIZE = 250;

interface Unavailable {
  id: string;
  tenantId: string;
  appId: string | null;
  type: ListingType;
  slug: string;
  updates: InstallationUpdates;
  version: string;
  status: "SUSPENDED" | "WITHDRAWN";
  availableVersion: string | null;
}

/**
 * Records an event for each installation of a version that was suspended or withdrawn, in batches of one transaction each. A
 * job runs this when the decision can no longer be undone. An installation gets one event for a decision, also when the job
 * is repeated.
 */
export async function announceUnavailable(ctx: Context, listingId: string): Promise<void> {
  while ((await read(ctx, (tx) => announceBatch(tx, ctx, listingId))) === BATCH_SIZE) {
    // One transaction per batch.
  }
}

async function announceBatch(tx: Transaction, ctx: Context, listingId: string): Promise<number> {
  // Against a restoration, and against another run of the job.
  await tx.execute(sql`select from listings where id = ${listingId} for no key update`);
  const rows = await tx.execute<Unavailable & Record<string, unknown>>(sql`
    select i.id, i.tenant_id as "tenantId", i.app_id as "appId", i.type, i.slug, i.updates, l.version, l.status,
      newest.version as "availableVersion"
    from installations i join listings l on l.id = i.listing_id
    left join marketplace_items item on item.type = l.type and item.slug = l.slug
    left join listings newest on newest.id = item.listing_id
    where i.listing_id = ${listingId} and l.status in ('SUSPENDED', 'WITHDRAWN') and not exists (
      select from domain_events told where told.subject_id = i.id and told.type = 'installation.unavailable'
        and told.occurred_at >= l.decided_at
    )
    order by i.tenant_id, i.id limit ${BATCH_SIZE}`);
  await recordEvents(
    tx,
    ctx,
    rows.map(({ id, tenantId, appId, type, slug, updates, version, status, availableVersion }) => ({
      type: "installation.unavailable",
      tenantId,
      subjectId: id,
      data: {
        installationId: id,
        appId,
        type,
        slug,
        version,
        previousVersion: version,
        updates,
        status,
        availableVersion,
      },
    })),
  );
  return rows.length;
}
