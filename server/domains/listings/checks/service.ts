import { eq } from "drizzle-orm";
import { listingChecks } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { getListing } from "../listing-row.ts";
import { resetCheck } from "../queue-checks.ts";
import { findBlock } from "./block.ts";
import { readCheckResults } from "./results.ts";
import type { ChecksView } from "./view.ts";

/**
 * Check results of a listing of the tenant, compared with the previous submission. Any member and any token of the tenant may
 * read them. @throws AppError `NOT_FOUND`
 */
export async function getChecks(ctx: TenantContext, listingId: string): Promise<ChecksView> {
  return read(ctx, async (tx) => {
    const { listing } = await getListing(tx, listingId, ctx.tenant.id);
    return readCheckResults(tx, listing);
  });
}

/** Check results with the block of the archive. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getReviewChecks(ctx: Context, listingId: string) {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const { listing } = await getListing(tx, listingId);
    const { archiveSha256 } = listing;
    return {
      ...(await readCheckResults(tx, listing)),
      archiveSha256,
      block: archiveSha256 === null ? null : await findBlock(tx, archiveSha256),
    };
  });
}

/**
 * Checks a listing again with the current rules. Its findings stay until the run is done. For Super Admins.
 * @throws AppError `NOT_FOUND`
 */
export async function rerunChecks(ctx: Context, listingId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "listing.recheck", async (tx) => {
    const { id, tenantId } = (await getListing(tx, listingId)).listing;
    const [before] = await tx
      .select({ state: listingChecks.state })
      .from(listingChecks)
      .where(eq(listingChecks.listingId, id))
      .for("update");
    await resetCheck(tx, admin, id);
    const audit = {
      type: "listing_check",
      id,
      tenantId,
      before: { state: before?.state },
      after: { state: "WAITING" },
    } as const;
    return { result: undefined, audit };
  });
}
