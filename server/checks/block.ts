import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { blockedArchives, listings, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "../platform/authorize.ts";
import type { Context } from "../platform/context.ts";
import { notFound, validationFailed } from "../platform/errors.ts";
import { mutate } from "../platform/mutate.ts";
import type { BlockArchive, UnblockArchive } from "./input.ts";
import { recheckArchive } from "./queue/queue-checks.ts";
import type { ArchiveBlock } from "./view.ts";

/**
 * Blocks an archive by its hash: every listing that brings these bytes is found by the checks from now on, and the
 * pending ones are checked again. For Super Admins. Blocking it again keeps the new reason.
 * @throws AppError `VALIDATION_FAILED` when `listingId` names no listing
 */
export async function blockArchive(ctx: Context, input: BlockArchive): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  const { sha256, reason } = input;
  return mutate(admin, "archive.block", async (tx, joined) => {
    const listingId = await findListing(tx, input.listingId);
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

/** Lets an archive go again. For Super Admins. @throws AppError `NOT_FOUND` when it is not blocked */
export async function unblockArchive(ctx: Context, { sha256 }: UnblockArchive): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "archive.unblock", async (tx, joined) => {
    const [gone] = await tx
      .delete(blockedArchives)
      .where(eq(blockedArchives.sha256, sha256))
      .returning({ reason: blockedArchives.reason });
    if (!gone) throw notFound("block");
    await recheckArchive(tx, joined, sha256);
    const audit = { type: "archive", id: sha256, tenantId: null, before: { reason: gone.reason } } as const;
    return { result: undefined, audit };
  });
}

/** Whether an archive is blocked, by whom and why. */
export async function findBlock(tx: Transaction, sha256: string): Promise<ArchiveBlock | null> {
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

async function findListing(tx: Transaction, listingId: string | undefined): Promise<string | null> {
  if (listingId === undefined) return null;
  const [listing] = await tx.select({ id: listings.id }).from(listings).where(eq(listings.id, listingId));
  if (!listing) throw validationFailed([{ path: "listingId", message: "names no listing" }]);
  return listing.id;
}
