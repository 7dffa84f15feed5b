import { asc, eq } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { listingMessages, users } from "@/db/schema/index.ts";
import { requirePermission, requireSuperAdmin, requireUser } from "@/server/core/authorize.ts";
import type { Context, TenantContext } from "@/server/core/context.ts";
import { type Change, mutate } from "@/server/core/transactions.ts";
import { recordEvent } from "@/server/events/record-event.ts";
import { invalidTransition } from "@/shared/errors.ts";
import { listingMessage } from "./events.ts";
import type { WriteMessage } from "./input.ts";
import { getListing, type Listing } from "./listing-row.ts";
import { isOpenForMessages } from "./policy.ts";
import type { ListingMessage } from "./view.ts";

/** Per listing, as messages are not paged. */
const MAX_MESSAGES = 200;

/**
 * Sends a message about a listing of the tenant to the moderators and notifies the Super Admins. Needs
 * `MARKETPLACE_PUBLISH`.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` for a withdrawn listing, or at `MAX_MESSAGES`
 */
export async function replyToModerators(ctx: TenantContext, input: WriteMessage): Promise<ListingMessage> {
  requirePermission(ctx, "MARKETPLACE_PUBLISH");
  return mutate(ctx, "listing.message", async (tx) => {
    const { listing } = await getListing(tx, input.listingId, ctx.tenant.id);
    return insertMessage(tx, ctx, { listing, text: input.text, isFromModerator: false });
  });
}

/**
 * Sends a message about a listing to its publisher, and notifies the publisher. For Super Admins.
 * @throws AppError as `replyToModerators`
 */
export async function writeToPublisher(ctx: Context, input: WriteMessage): Promise<ListingMessage> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "listing.message", async (tx) => {
    const { listing } = await getListing(tx, input.listingId);
    return insertMessage(tx, admin, { listing, text: input.text, isFromModerator: true });
  });
}

export async function listMessages(tx: Reader, listingId: string): Promise<ListingMessage[]> {
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

async function insertMessage(
  tx: Transaction,
  ctx: Context,
  message: { listing: Listing; text: string; isFromModerator: boolean },
): Promise<Change<ListingMessage>> {
  const { listing, text, isFromModerator } = message;
  if (!isOpenForMessages(listing.status)) {
    throw invalidTransition("The listing is withdrawn. New messages are not accepted.");
  }
  if ((await tx.$count(listingMessages, eq(listingMessages.listingId, listing.id))) >= MAX_MESSAGES) {
    throw invalidTransition(`A listing can have at most ${MAX_MESSAGES} messages.`);
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
  const stored = (await listMessages(tx, listing.id)).find((one) => one.id === id);
  if (!stored) throw new Error("the message was not inserted");
  await recordEvent(tx, ctx, listingMessage(listing, stored));
  return {
    result: stored,
    audit: {
      type: "listing",
      id: listing.id,
      tenantId: listing.tenantId,
      after: { messageId: id, from: stored.from },
    },
  };
}

/** User, or the owner of the token. */
const requireAuthor = (ctx: Context): string =>
  ctx.actor.kind === "token" ? ctx.actor.userId : requireUser(ctx);
