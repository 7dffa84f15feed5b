import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { mutate } from "@/server/core/transactions.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import { createEmailLink } from "./links.ts";
import { accountExistsMessage, resetPasswordMessage, verifyAddressMessage } from "./mails.ts";

/**
 * Queues the mail with a link to verify the address of a new account. In a job, like the mail to an address that has an
 * account, so that a sign-up takes the same time for both.
 */
export async function queueVerification(tx: Transaction, ctx: Context, userId: string): Promise<void> {
  if (isMailAvailable()) await enqueue(tx, "send_verification", { linkId: ctx.newId(), userId });
}

/** Queues a mail with a reset link to an address that may have an account. */
export async function queueReset(
  tx: Transaction,
  ctx: Context,
  email: string,
  cause: "RESET" | "SIGN_UP",
): Promise<void> {
  if (isMailAvailable()) await enqueue(tx, "send_reset", { linkId: ctx.newId(), email, cause });
}

/** Job that mails a link to verify the present address of a user. Does nothing for a verified one. */
export async function sendVerification(
  ctx: Context,
  { linkId, userId }: { linkId: string; userId: string },
): Promise<void> {
  await mutate(ctx, "user.send_verification", async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(
        and(
          eq(users.id, userId),
          isNull(users.emailVerifiedAt),
          isNull(users.claimedEmail),
          isNull(users.disabledAt),
        ),
      )
      .for("share");
    const link =
      user &&
      (await createEmailLink(tx, ctx, { id: linkId, userId, kind: "VERIFY_EMAIL", email: user.email }));
    if (!link) return { result: undefined, audit: null };
    await queueMail(tx, ctx, {
      to: user.email,
      userId,
      kind: "VERIFY_ADDRESS",
      message: verifyAddressMessage(link.path),
      eventKey: `verify ${linkId}`,
      expiresAt: link.expiresAt,
    });
    return { result: undefined, audit: { type: "user", id: userId, tenantId: null } };
  });
}

/** Job that mails a reset link to the account of an address. Does nothing without one. */
export async function sendReset(
  ctx: Context,
  { linkId, email, cause }: { linkId: string; email: string; cause: "RESET" | "SIGN_UP" },
): Promise<void> {
  await mutate(ctx, "user.send_reset_link", async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), isNull(users.disabledAt)))
      .for("share");
    const link =
      user &&
      (await createEmailLink(tx, ctx, { id: linkId, userId: user.id, kind: "RESET_PASSWORD", email }));
    if (!link) return { result: undefined, audit: null };
    await queueMail(tx, ctx, {
      to: email,
      userId: user.id,
      kind: "RESET_PASSWORD",
      message: cause === "RESET" ? resetPasswordMessage(link.path) : accountExistsMessage(link.path),
      eventKey: `reset ${linkId}`,
      expiresAt: link.expiresAt,
    });
    return { result: undefined, audit: { type: "user", id: user.id, tenantId: null } };
  });
}
