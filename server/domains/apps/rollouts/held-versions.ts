import { and, eq, inArray } from "drizzle-orm";
import { PLATFORM_SCOPE } from "@/db/client.ts";
import { listings, rollouts } from "@/db/schema/index.ts";
import type { TenantContext } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import type { ListingType } from "@/shared/vocabulary.ts";
import type { VersionHold } from "./view.ts";

/** Approved versions of an item whose rollout is on hold or was rolled back. Of any publisher, so the scope is the platform's. */
export async function listVersionHolds(
  ctx: TenantContext,
  { type, slug }: { type: ListingType; slug: string },
): Promise<Map<string, VersionHold>> {
  const rows = await read({ ...ctx, scope: PLATFORM_SCOPE }, (tx) =>
    tx
      .select({ version: listings.version, state: rollouts.state, reason: rollouts.holdReason })
      .from(listings)
      .innerJoin(rollouts, eq(rollouts.listingId, listings.id))
      .where(
        and(
          eq(listings.type, type),
          eq(listings.slug, slug),
          eq(listings.status, "APPROVED"),
          inArray(rollouts.state, ["HELD", "ROLLED_BACK"]),
        ),
      ),
  );
  return new Map(
    rows.map(({ version, state, reason }) => [
      version,
      { state: state === "HELD" ? "HELD" : "ROLLED_BACK", reason },
    ]),
  );
}
