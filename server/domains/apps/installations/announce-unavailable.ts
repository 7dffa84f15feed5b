import { sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { recordEvents } from "@/server/events/record-event.ts";
import type { InstallationUpdates, ListingType } from "@/shared/vocabulary.ts";

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

/** Listing that was suspended or withdrawn, or tenant that was suspended and whose versions went with it. */
export type UnavailabilityCause = { listingId: string } | { publisherId: string };

/**
 * Records an event for each installation whose version became unavailable, one transaction per batch. A job runs this: after
 * the undo period of a listing's decision, and at once for a suspended publisher. An installation gets one event until its
 * version is available again, also if the job is repeated. The suspended publisher's own installations get none.
 */
export async function announceUnavailable(ctx: Context, cause: UnavailabilityCause): Promise<void> {
  while ((await writeUnaudited(ctx, (tx) => announceBatch(tx, ctx, cause))) === BATCH_SIZE) {
    // One transaction per batch.
  }
}

async function announceBatch(tx: Transaction, ctx: Context, cause: UnavailabilityCause): Promise<number> {
  // Against a restoration, and against another run of the job. A publisher is locked after its listing, as by an approval.
  const isAbout =
    "listingId" in cause ? sql`l.id = ${cause.listingId}` : sql`l.tenant_id = ${cause.publisherId}`;
  if ("listingId" in cause) {
    await tx.execute(sql`select from listings l where ${isAbout} for no key update`);
    await tx.execute(sql`
      select from tenants where id = (select l.tenant_id from listings l where ${isAbout}) for no key update`);
  } else {
    await tx.execute(sql`select from tenants where id = ${cause.publisherId} for no key update`);
  }
  const rows = await tx.execute<Unavailable & Record<string, unknown>>(sql`
    select i.id, i.tenant_id as "tenantId", i.app_id as "appId", i.type, i.slug, i.updates, l.version,
      case l.status when 'WITHDRAWN' then l.status else 'SUSPENDED' end as status, newest.version as "availableVersion"
    from listings l join tenants publisher on publisher.id = l.tenant_id
    join installations i on i.listing_id = l.id
    left join marketplace_items item on item.type = l.type and item.slug = l.slug
    left join listings newest on newest.id = item.listing_id
    where ${isAbout} and (l.status in ('SUSPENDED', 'WITHDRAWN') or publisher.suspended_at is not null)
      and (publisher.suspended_at is null or i.tenant_id <> publisher.id)
      and not exists (
        select from domain_events told where told.subject_id = i.id and told.type = 'installation.unavailable'
          and told.occurred_at >= least(case when l.status <> 'APPROVED' then l.decided_at end, publisher.suspended_at)
      )
    order by i.tenant_id, i.type, i.slug, i.id limit ${BATCH_SIZE}`);
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
