import { asc, eq } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import { moderationNotes, users } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { getListing } from "@/server/domains/listings/listing-row.ts";
import { invalidTransition } from "@/shared/errors.ts";
import type { WriteNote } from "./input.ts";

/** Per listing, as notes are not paged. */
const MAX_NOTES = 200;

/** Internal note, for Super Admins only. */
export type ModerationNote = Awaited<ReturnType<typeof writeNote>>;

/**
 * Adds an internal note to a listing, in any state. For Super Admins. It sends no notification and records no event; the audit
 * row is of no tenant and leaves the text out.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `INVALID_TRANSITION` at `MAX_NOTES`
 */
export async function writeNote(ctx: Context, { listingId, text }: WriteNote) {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "listing.note", async (tx) => {
    const { listing } = await getListing(tx, listingId);
    if ((await tx.$count(moderationNotes, eq(moderationNotes.listingId, listing.id))) >= MAX_NOTES) {
      throw invalidTransition(`A listing can have at most ${MAX_NOTES} notes.`);
    }
    const { userId, name } = admin.actor;
    const note = { id: admin.newId(), text, writtenAt: admin.now() };
    await tx.insert(moderationNotes).values({ ...note, listingId: listing.id, authorId: userId });
    return {
      result: { ...note, by: name, writtenAt: note.writtenAt.toISOString() },
      audit: { type: "listing", id: listing.id, tenantId: null, after: { noteId: note.id } },
    };
  });
}

/** Internal notes about a listing, oldest first. The caller authorizes. */
export async function listNotes(tx: Reader, listingId: string): Promise<ModerationNote[]> {
  const rows = await tx
    .select({
      id: moderationNotes.id,
      by: users.name,
      text: moderationNotes.text,
      writtenAt: moderationNotes.writtenAt,
    })
    .from(moderationNotes)
    .innerJoin(users, eq(users.id, moderationNotes.authorId))
    .where(eq(moderationNotes.listingId, listingId))
    .orderBy(asc(moderationNotes.writtenAt), asc(moderationNotes.id))
    .limit(MAX_NOTES);
  return rows.map((row) => ({ ...row, writtenAt: row.writtenAt.toISOString() }));
}
