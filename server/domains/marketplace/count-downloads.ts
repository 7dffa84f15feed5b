import { sql } from "drizzle-orm";
import { processSingleton } from "@/db/client.ts";
import { createBatcher } from "@/server/core/batcher.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { log } from "@/server/core/log.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";

interface DownloadOfListing {
  listingId: string;
  at: Date;
}

/** Downloads that one statement counts. */
const MAX_BATCH_SIZE = 500;

/**
 * Counts a download of a version: in total, by day (UTC) and for its item. Downloads at the same time are counted together,
 * so that a popular version is no queue for a row lock. A failure to count does not fail the download.
 */
export async function countDownload(ctx: Context, listingId: string): Promise<void> {
  try {
    await counter()({ listingId, at: ctx.now() });
  } catch (error) {
    log().warn({ err: error, listingId, requestId: ctx.requestId }, "a download was not counted");
  }
}

const counter = () =>
  processSingleton("download-counter", () =>
    createBatcher<DownloadOfListing, undefined>({
      maxBatchSize: MAX_BATCH_SIZE,
      maxConcurrentBatches: 1,
      run: saveDownloads,
      isItemError: () => false,
    }),
  );

/** All processes lock rows in the same order: versions by id, then items by type and slug. */
async function saveDownloads(downloads: DownloadOfListing[]): Promise<undefined[]> {
  const rows = downloads.map(({ listingId, at }) => ({
    listing_id: listingId,
    day: at.toISOString().slice(0, 10),
  }));
  await writeUnaudited(systemContext("downloads"), (tx) =>
    tx.execute(sql`
      with days as materialized (
        select listing_id, day, count(*) as count
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) given(listing_id uuid, day date)
        group by listing_id, day
      ), total as (
        insert into listing_downloads as stored (listing_id, count)
        select listing_id, sum(count) from days group by listing_id order by listing_id
        on conflict (listing_id) do update set count = stored.count + excluded.count
      ), daily as (
        insert into listing_download_days as stored (listing_id, day, count)
        select listing_id, day, count from days order by listing_id, day
        on conflict (listing_id, day) do update set count = stored.count + excluded.count
      ), items as materialized (
        select item.type, item.slug, counted.count from marketplace_downloads item join (
          select l.type, l.slug, sum(days.count) as count from days join listings l on l.id = days.listing_id
          group by l.type, l.slug
        ) counted using (type, slug)
        order by item.type, item.slug for update of item
      )
      update marketplace_downloads item set downloads = item.downloads + items.count
      from items where item.type = items.type and item.slug = items.slug`),
  );
  return downloads.map(() => undefined);
}
