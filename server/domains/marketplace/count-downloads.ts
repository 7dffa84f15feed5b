import { createHmac } from "node:crypto";
import { sql } from "drizzle-orm";
import { processSingleton } from "@/db/client.ts";
import { createBatcher } from "@/server/core/batcher.ts";
import { type Context, systemContext } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { log } from "@/server/core/log.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";

interface DownloadOfListing {
  listingId: string;
  /** Day (UTC). */
  day: string;
  /** Digest of the client's network in hexadecimal; null if the network is unknown. */
  digest: string | null;
}

/** Downloads that one statement counts. */
const MAX_BATCH_SIZE = 500;
/** Enough that two networks do not meet by chance. */
const DIGEST_BYTES = 16;
const PURGE_BATCH_SIZE = 5_000;
const DAYS_KEPT = 2;

/**
 * Counts a download of a version: in total, by day (UTC) and for its item. A network counts once a day, however many
 * processes serve it; every download from an unknown one counts. Downloads at the same time are counted together, so that a
 * popular version is no queue for a row lock. A failure to count does not fail the download.
 */
export async function countDownload(
  ctx: Context,
  listingId: string,
  network: string | null = null,
): Promise<void> {
  try {
    const day = toDay(ctx.now());
    await counter()({ listingId, day, digest: network && digestOf(`${day} ${listingId} ${network}`) });
  } catch (error) {
    log().warn({ err: error, listingId, requestId: ctx.requestId }, "a download was not counted");
  }
}

/** Purges the networks of days on which no download is counted anymore. A job runs this. */
export async function purgeDownloadNetworks(ctx: Context): Promise<void> {
  const lastDay = toDay(new Date(ctx.now().getTime() - DAYS_KEPT * DAY_MS));
  while ((await purgeBatch(ctx, lastDay)) === PURGE_BATCH_SIZE);
}

async function purgeBatch(ctx: Context, lastDay: string): Promise<number> {
  const { count } = await ctx.db.systemDb.sql`
    delete from listing_download_networks where (listing_id, day, network) in (
      select listing_id, day, network from listing_download_networks where day <= ${lastDay}::date
      order by day limit ${PURGE_BATCH_SIZE} for update skip locked
    )`;
  return count;
}

const toDay = (at: Date): string => at.toISOString().slice(0, 10);

/** Keyed, so that a reader of the table cannot find an address by trying all of them. */
const digestOf = (text: string): string =>
  createHmac("sha256", env().NEXTAUTH_SECRET ?? "")
    .update(`drydock download ${text}`)
    .digest()
    .subarray(0, DIGEST_BYTES)
    .toString("hex");

const counter = () =>
  processSingleton("download-counter", () =>
    createBatcher<DownloadOfListing, undefined>({
      maxBatchSize: MAX_BATCH_SIZE,
      maxConcurrentBatches: 1,
      run: saveDownloads,
      isItemError: () => false,
    }),
  );

/** All processes lock rows in the same order: networks, then versions by id, then items by type and slug. */
async function saveDownloads(downloads: DownloadOfListing[]): Promise<undefined[]> {
  const rows = downloads.map(({ listingId, day, digest }) => ({ listing_id: listingId, day, digest }));
  await writeUnaudited(systemContext("downloads"), (tx) =>
    tx.execute(sql`
      with given as materialized (
        select listing_id, day, decode(digest, 'hex') as network
        from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) given(listing_id uuid, day date, digest text)
      ), first as (
        insert into listing_download_networks (listing_id, day, network)
        select distinct listing_id, day, network from given where network is not null order by listing_id, day, network
        on conflict do nothing returning listing_id, day
      ), days as materialized (
        select listing_id, day, count(*) as count from (
          select listing_id, day from first
          union all select listing_id, day from given where network is null
        ) counted
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
