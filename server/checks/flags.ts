import { inArray } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingChecks } from "@/db/schema/index.ts";
import type { CheckState } from "@/db/schema/vocabulary.ts";

/** How many findings of each severity a listing has; while `state` is not `DONE`, those of an earlier run if any. */
export interface RiskFlags {
  state: CheckState;
  high: number;
  medium: number;
  low: number;
}

/** The risk flags of listings by their ids, in one query. At the scope of the transaction: who may ask is the caller's care. */
export async function flagsOf(
  tx: Transaction,
  listingIds: readonly string[],
): Promise<ReadonlyMap<string, RiskFlags>> {
  if (listingIds.length === 0) return new Map();
  const rows = await tx
    .select({
      listingId: listingChecks.listingId,
      state: listingChecks.state,
      high: listingChecks.high,
      medium: listingChecks.medium,
      low: listingChecks.low,
    })
    .from(listingChecks)
    .where(inArray(listingChecks.listingId, [...listingIds]));
  return new Map(rows.map(({ listingId, ...flags }) => [listingId, flags]));
}
