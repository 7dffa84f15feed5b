import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingChecks, listings } from "@/db/schema/index.ts";
import { getListingInTenant } from "../listings/record.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { notFound } from "../platform/errors.ts";
import { mutate, read } from "../platform/mutate.ts";
import { findBlock } from "./block.ts";
import { resetCheck } from "./queue/queue-checks.ts";
import { readChecks } from "./read.ts";
import type { ChecksView, ReviewChecks } from "./view.ts";

/**
 * What the automated checks found in a listing of the tenant, and how that compares with the submission before. Any
 * member and any token of the tenant may read it. @throws AppError `NOT_FOUND`
 */
export async function getChecks(ctx: TenantContext, listingId: string): Promise<ChecksView> {
  return read(ctx, async (tx) => {
    const { listing } = await getListingInTenant(tx, ctx, listingId);
    return readChecks(tx, listing);
  });
}

/** The same for a reviewer, with what is known of the archive's bytes. For Super Admins. @throws AppError `NOT_FOUND` */
export async function getReviewChecks(ctx: Context, listingId: string): Promise<ReviewChecks> {
  const admin = requireSuperAdmin(ctx);
  return read(admin, async (tx) => {
    const listing = await getListing(tx, listingId);
    const { archiveSha256 } = listing;
    return {
      ...(await readChecks(tx, listing)),
      archiveSha256,
      block: archiveSha256 === null ? null : await findBlock(tx, archiveSha256),
    };
  });
}

/**
 * Has a listing checked again, by the rules as they are now. Until then its findings stay as they are. For Super Admins.
 * @throws AppError `NOT_FOUND`
 */
export async function rerunChecks(ctx: Context, listingId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "listing.recheck", async (tx) => {
    const { id, tenantId } = await getListing(tx, listingId);
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

async function getListing(tx: Transaction, listingId: string) {
  const [listing] = await tx.select().from(listings).where(eq(listings.id, listingId));
  if (!listing) throw notFound("listing");
  return listing;
}
