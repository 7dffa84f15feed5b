import { and, eq, inArray, sql } from "drizzle-orm";
import { PLATFORM_SCOPE, type Transaction } from "@/db/client.ts";
import { listings, rollouts, type UpdateHold } from "@/db/schema/index.ts";
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

/**
 * Hold of the update that the installation would get otherwise, by the database function `find_held_update`, at any scope;
 * null without one.
 */
export async function findUpdateHold(tx: Transaction, installationId: string): Promise<UpdateHold | null> {
  const [found] = await tx.execute<
    VersionHold & { version: string; since: string } & Record<string, unknown>
  >(sql`
    select version, state, hold_reason as reason, since from find_held_update(${installationId})`);
  return found ? toUpdateHold(found.version, found, new Date(found.since)) : null;
}

export const toUpdateHold = (version: string, hold: VersionHold, since: Date): UpdateHold => ({
  version,
  reason: holdReasonOf(hold),
  since: since.toISOString(),
});

/** Reason of a hold as installations and their events have it. */
export const holdReasonOf = ({ state, reason }: VersionHold): string =>
  state === "ROLLED_BACK" ? `Rolled back. ${reason ?? ""}`.trim() : (reason ?? "On hold.");
