import { eq } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { blockedArchives, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { notFound, validationFailed } from "@/shared/errors.ts";
import { findListing } from "../listing-row.ts";
import { recheckArchive } from "../queue-checks.ts";
import type { BlockArchive, UnblockArchive } from "./input.ts";

/**
 * Blocks an archive by its digest: the checks report every listing with it, and pending ones are checked again. Blocking it
 * again replaces the reason. For Super Admins.
 * @throws AppError `VALIDATION_FAILED` for an unknown `listingId`
 */
export async function blockArchive(ctx: Context, input: BlockArchive): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  const { sha256, reason } = input;
  return mutate(admin, "archive.block", async (tx, joined) => {
    const listingId = await resolveListingId(tx, input.listingId);
    const before = await findBlock(tx, sha256);
    const row = { reason, listingId, blockedBy: admin.actor.userId, blockedAt: admin.now() };
    await tx
      .insert(blockedArchives)
      .values({ sha256, ...row })
      .onConflictDoUpdate({ target: blockedArchives.sha256, set: row });
    await recheckArchive(tx, joined, sha256);
    const audit = {
      type: "archive",
      id: sha256,
      tenantId: null,
      ...(before && { before: { reason: before.reason } }),
      after: { reason, listingId },
    } as const;
    return { result: undefined, audit };
  });
}

/** Unblocks an archive. For Super Admins. @throws AppError `NOT_FOUND` if it is not blocked */
export async function unblockArchive(ctx: Context, { sha256 }: UnblockArchive): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "archive.unblock", async (tx, joined) => {
    const [deleted] = await tx
      .delete(blockedArchives)
      .where(eq(blockedArchives.sha256, sha256))
      .returning({ reason: blockedArchives.reason });
    if (!deleted) throw notFound("block");
    await recheckArchive(tx, joined, sha256);
    const audit = {
      type: "archive",
      id: sha256,
      tenantId: null,
      before: { reason: deleted.reason },
    } as const;
    return { result: undefined, audit };
  });
}

export async function findBlock(tx: Reader, sha256: string) {
  const [block] = await tx
    .select({
      reason: blockedArchives.reason,
      blockedBy: users.name,
      blockedAt: blockedArchives.blockedAt,
    })
    .from(blockedArchives)
    .leftJoin(users, eq(users.id, blockedArchives.blockedBy))
    .where(eq(blockedArchives.sha256, sha256));
  return block ? { ...block, blockedAt: block.blockedAt.toISOString() } : null;
}

async function resolveListingId(tx: Transaction, listingId: string | undefined): Promise<string | null> {
  if (listingId === undefined) return null;
  if (!(await findListing(tx, listingId))) {
    throw validationFailed([{ path: "listingId", message: "does not exist" }]);
  }
  return listingId;
}
