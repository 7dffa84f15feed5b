import { and, eq, gte, sql } from "drizzle-orm";
import { listingDownloadDays, listings, marketplaceItems } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { DAY_MS } from "@/shared/time.ts";
import type { MarketplaceItemKey } from "./input.ts";

const DAYS_PER_WEEK = 7;
/** A quarter of a year. */
const WEEKS = 13;

/** Downloads of an item of the last weeks, over all its versions; the last week ends today (UTC). Public. */
export async function getDownloadHistory(
  ctx: Context,
  { type, slug }: MarketplaceItemKey,
): Promise<number[]> {
  const today = Math.floor(ctx.now().getTime() / DAY_MS);
  const first = today - WEEKS * DAYS_PER_WEEK + 1;
  const days = await lookUp(ctx, (reader) =>
    reader
      .select({
        day: listingDownloadDays.day,
        count: sql<number>`sum(${listingDownloadDays.count})`.mapWith(Number),
      })
      .from(marketplaceItems)
      .innerJoin(
        listings,
        and(eq(listings.type, marketplaceItems.type), eq(listings.slug, marketplaceItems.slug)),
      )
      .innerJoin(listingDownloadDays, eq(listingDownloadDays.listingId, listings.id))
      .where(
        and(
          eq(marketplaceItems.type, type),
          eq(marketplaceItems.slug, slug),
          gte(listingDownloadDays.day, new Date(first * DAY_MS).toISOString().slice(0, 10)),
        ),
      )
      .groupBy(listingDownloadDays.day),
  );
  const weeks = Array.from({ length: WEEKS }, () => 0);
  for (const { day, count } of days) {
    const week = Math.min(WEEKS - 1, Math.floor((Date.parse(day) / DAY_MS - first) / DAYS_PER_WEEK));
    weeks[week] = (weeks[week] ?? 0) + count;
  }
  return weeks;
}
