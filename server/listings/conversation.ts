import { asc, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { listingDecisions, listingMessages, listings, users } from "@/db/schema/index.ts";
import { recordEvent } from "../events/record-event.ts";
import { requirePermission, requireSuperAdmin, requireUser } from "../platform/authorize.ts";
import type { Context, TenantContext } from "../platform/context.ts";
import { AppError, notFound } from "../platform/errors.ts";
import { type Change, mutate } from "../platform/mutate.ts";
import { listingMessage } from "./events.ts";
import type { WriteMessage } from "./input.ts";
import { isOpenForMessages } from "./policy.ts";
import { getListingInTenant } from "./record.ts";
import type { ListingAct, ListingMessage } from "./view.ts";

/** More than anybody writes about one version; what keeps a conversation readable, and a page bounded. */
const MAX_MESSAGES = 200;

/**
 * Writes to the moderators about a listing of the tenant. Needs `MARKETPLACE_PUBLISH`. The Super Admins are told.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` about what is withdrawn or said at length
 */
export async function replyToModerators(ctx: TenantContext, input: WriteMessage): Promise<ListingMessage> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return mutate(ctx, "listing.message", async (tx) => {
    const { listing } = await getListingInTenant(tx, ctx, input.listingId);
    return keepMessage(tx, ctx, { listing, text: input.text, isFromModerator: false });
  });
}

/**
 * Writes to the publisher of a listing, who is told. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION`
 */
export async function writeToPublisher(ctx: Context, input: WriteMessage): Promise<ListingMessage> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "listing.message", async (tx) => {
    const [listing] = await tx.select().from(listings).where(eq(listings.id, input.listingId));
    if (!listing) throw notFound("listing");
    return keepMessage(tx, admin, { listing, text: input.text, isFromModerator: true });
  });
}

/** Every change of a listing's state, the first first, and who made it. */
export async function listActs(
  tx: Transaction,
  listingId: string,
): Promise<(ListingAct & { by: string | null })[]> {
  const rows = await tx
    .select({
      action: listingDecisions.action,
      reason: listingDecisions.reason,
      comment: listingDecisions.comment,
      at: listingDecisions.decidedAt,
      by: users.name,
    })
    .from(listingDecisions)
    .leftJoin(users, eq(users.id, listingDecisions.decidedBy))
    .where(eq(listingDecisions.listingId, listingId))
    .orderBy(asc(listingDecisions.decidedAt), asc(listingDecisions.id));
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

/** What publisher and moderators wrote, the first first. */
export async function listMessages(tx: Transaction, listingId: string): Promise<ListingMessage[]> {
  const rows = await tx
    .select({
      id: listingMessages.id,
      isFromModerator: listingMessages.isFromModerator,
      by: users.name,
      text: listingMessages.text,
      sentAt: listingMessages.sentAt,
    })
    .from(listingMessages)
    .innerJoin(users, eq(users.id, listingMessages.authorId))
    .where(eq(listingMessages.listingId, listingId))
    .orderBy(asc(listingMessages.sentAt), asc(listingMessages.id))
    .limit(MAX_MESSAGES);
  return rows.map(({ isFromModerator, sentAt, ...row }) => ({
    ...row,
    from: isFromModerator ? "MODERATOR" : "PUBLISHER",
    sentAt: sentAt.toISOString(),
  }));
}

async function keepMessage(
  tx: Transaction,
  ctx: Context,
  message: { listing: typeof listings.$inferSelect; text: string; isFromModerator: boolean },
): Promise<Change<ListingMessage>> {
  const { listing, text, isFromModerator } = message;
  if (!isOpenForMessages(listing.status)) {
    throw new AppError("INVALID_TRANSITION", "Nobody reads messages about a listing that is withdrawn.");
  }
  if ((await tx.$count(listingMessages, eq(listingMessages.listingId, listing.id))) >= MAX_MESSAGES) {
    throw new AppError("INVALID_TRANSITION", `A listing takes up to ${MAX_MESSAGES} messages.`);
  }
  const id = ctx.newId();
  await tx.insert(listingMessages).values({
    id,
    tenantId: listing.tenantId,
    listingId: listing.id,
    isFromModerator,
    authorId: requireAuthor(ctx),
    text,
    sentAt: ctx.now(),
  });
  const kept = (await listMessages(tx, listing.id)).find((one) => one.id === id);
  if (!kept) throw new Error("the message was not stored");
  await recordEvent(tx, ctx, listingMessage(listing, kept));
  return {
    result: kept,
    audit: {
      type: "listing",
      id: listing.id,
      tenantId: listing.tenantId,
      after: { messageId: id, from: kept.from },
    },
  };
}

/** A person, or the person whose token it is. */
const requireAuthor = (ctx: Context): string =>
  ctx.actor.kind === "token" ? ctx.actor.userId : requireUser(ctx);
