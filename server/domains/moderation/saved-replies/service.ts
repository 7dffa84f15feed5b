import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "@/db/client.ts";
import { savedReplies } from "@/db/schema/index.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { MAX_MESSAGE_LENGTH, MAX_NAME_LENGTH } from "@/shared/bounds.ts";
import { invalidTransition, notFound, validationFailed } from "@/shared/errors.ts";
import { multilineText, reference, singleLineText } from "@/shared/text/text.ts";

/** Text that a moderator inserts into a comment. */
export interface SavedReply {
  id: string;
  title: string;
  text: string;
}

/** On the platform, as replies are not paged. */
const MAX_SAVED_REPLIES = 200;

/** Saved replies of the platform, by title. For Super Admins. @throws AppError `PERMISSION_DENIED` */
export async function listSavedReplies(ctx: Context): Promise<SavedReply[]> {
  return read(requireSuperAdmin(ctx), (tx) =>
    tx
      .select({ id: savedReplies.id, title: savedReplies.title, text: savedReplies.text })
      .from(savedReplies)
      .orderBy(asc(savedReplies.title))
      .limit(MAX_SAVED_REPLIES),
  );
}

/**
 * Creates a saved reply. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`; `VALIDATION_FAILED` for a title in use; `INVALID_TRANSITION` at `MAX_SAVED_REPLIES`
 */
export async function createSavedReply(ctx: Context, { title, text }: CreateSavedReply): Promise<SavedReply> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "saved_reply.create", async (tx) => {
    if ((await tx.$count(savedReplies)) >= MAX_SAVED_REPLIES) {
      throw invalidTransition(`There can be at most ${MAX_SAVED_REPLIES} saved replies.`);
    }
    const reply = { id: admin.newId(), title, text };
    const [created] = await tx
      .insert(savedReplies)
      .values({ ...reply, updatedAt: admin.now() })
      .onConflictDoNothing({ target: savedReplies.title })
      .returning({ id: savedReplies.id });
    if (!created) throw titleInUse();
    return { result: reply, audit: auditOf(reply.id, { after: { title, text } }) };
  });
}

/**
 * Changes title and text of a saved reply. For Super Admins.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`; `VALIDATION_FAILED` for a title in use
 */
export async function editSavedReply(ctx: Context, input: EditSavedReply): Promise<SavedReply> {
  const admin = requireSuperAdmin(ctx);
  const { replyId, title, text } = input;
  return mutate(admin, "saved_reply.edit", async (tx) => {
    const before = await lockReply(tx, replyId);
    const [other] = await tx
      .select({ id: savedReplies.id })
      .from(savedReplies)
      .where(eq(savedReplies.title, title));
    if (other && other.id !== before.id) throw titleInUse();
    await tx
      .update(savedReplies)
      .set({ title, text, updatedAt: admin.now() })
      .where(eq(savedReplies.id, before.id));
    const fields = ({ title, text }: SavedReply) => ({ title, text });
    const reply = { id: before.id, title, text };
    return { result: reply, audit: auditOf(before.id, { before: fields(before), after: fields(reply) }) };
  });
}

/** Deletes a saved reply. For Super Admins. @throws AppError `PERMISSION_DENIED`, `NOT_FOUND` */
export async function deleteSavedReply(ctx: Context, { replyId }: SavedReplyKey): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  return mutate(admin, "saved_reply.delete", async (tx) => {
    const { id, title, text } = await lockReply(tx, replyId);
    await tx.delete(savedReplies).where(eq(savedReplies.id, id));
    return { result: undefined, audit: auditOf(id, { before: { title, text } }) };
  });
}

async function lockReply(tx: Transaction, replyId: string): Promise<SavedReply> {
  const [reply] = await tx.select().from(savedReplies).where(eq(savedReplies.id, replyId)).for("update");
  if (!reply) throw notFound("saved reply");
  return reply;
}

const auditOf = (id: string, change: { before?: Record<string, unknown>; after?: Record<string, unknown> }) =>
  ({ type: "saved_reply", id, tenantId: null, ...change }) as const;

const titleInUse = () => validationFailed([{ path: "title", message: "is used by another reply" }]);

const replyFields = { title: singleLineText(MAX_NAME_LENGTH), text: multilineText(MAX_MESSAGE_LENGTH) };

export const CreateSavedReply = z.object(replyFields);
export type CreateSavedReply = z.output<typeof CreateSavedReply>;

export const SavedReplyKey = z.object({ replyId: reference() });
export type SavedReplyKey = z.output<typeof SavedReplyKey>;

export const EditSavedReply = SavedReplyKey.extend(replyFields);
export type EditSavedReply = z.output<typeof EditSavedReply>;
