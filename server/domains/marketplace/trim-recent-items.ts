import { sql } from "drizzle-orm";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";

/** Newest items that have an n-gram index of their own. */
export const MAX_RECENT_ITEMS = 4_000;

/**
 * Clears the mark of recent items below the newest ones. Searches are right at any time; the more items are marked, the
 * longer those for words of medium frequency take. A job runs this.
 */
export async function trimRecentItems(ctx: Context, maxRecent = MAX_RECENT_ITEMS): Promise<void> {
  await writeUnaudited(ctx, (tx) =>
    tx.execute(sql`select trim_recent_marketplace_items(${maxRecent}::integer)`),
  );
}
