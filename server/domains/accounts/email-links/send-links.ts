import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { mutate } from "@/server/core/transactions.ts";
import { findMailWait, queueMail } from "@/server/mail/queue-mail.ts";
import type { MailMessage } from "@/server/mail/render.ts";
import { enqueue } from "@/server/queue/enqueue.ts";
import type { EmailLinkKind, MailKind } from "@/shared/vocabulary.ts";
import { createEmailLink, type NewEmailLink } from "./links.ts";
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
  { linkId: id, userId }: { linkId: string; userId: string },
): Promise<void> {
  const isUnverified = and(
    eq(users.id, userId),
    isNull(users.emailVerifiedAt),
    isNull(users.claimedEmail),
    isNull(users.disabledAt),
  );
  await mutate(ctx, "user.send_verification", async (tx) => {
    const [user] = await tx.select().from(users).where(isUnverified).for("share");
    const link = user && { id, userId, kind: "VERIFY_EMAIL" as const, email: user.email };
    const isMailed = link && (await mailEmailLink(tx, ctx, link, verifyAddressMessage));
    return { result: undefined, audit: isMailed ? { type: "user", id: userId, tenantId: null } : null };
  });
}

/** Job that mails a reset link to the account of an address. Does nothing without one. */
export async function sendReset(
  ctx: Context,
  { linkId: id, email, cause }: { linkId: string; email: string; cause: "RESET" | "SIGN_UP" },
): Promise<void> {
  await mutate(ctx, "user.send_reset_link", async (tx) => {
    const isActive = and(eq(users.email, email), isNull(users.disabledAt));
    const [user] = await tx.select().from(users).where(isActive).for("share");
    const link = user && { id, userId: user.id, kind: "RESET_PASSWORD" as const, email };
    const toMessage = cause === "RESET" ? resetPasswordMessage : accountExistsMessage;
    const isMailed = link && (await mailEmailLink(tx, ctx, link, toMessage));
    return { result: undefined, audit: isMailed ? { type: "user", id: user.id, tenantId: null } : null };
  });
}

const MAIL_KINDS = {
  VERIFY_EMAIL: "VERIFY_ADDRESS",
  CHANGE_EMAIL: "VERIFY_ADDRESS",
  RESET_PASSWORD: "RESET_PASSWORD",
} as const satisfies Record<EmailLinkKind, MailKind>;

/**
 * Creates a link and mails it to its address. False if the link exists, so that a repeated job mails no second one, or if the
 * address got too many mails: the answer to the request tells neither.
 */
export async function mailEmailLink(
  tx: Transaction,
  ctx: Context,
  link: NewEmailLink,
  toMessage: (path: string) => MailMessage,
): Promise<boolean> {
  const { id, userId, kind, email } = link;
  if (await findMailWait(tx, ctx, email, "LINK")) return false;
  const created = await createEmailLink(tx, ctx, link);
  if (!created) return false;
  const { path, expiresAt } = created;
  const message = toMessage(path);
  await queueMail(tx, ctx, {
    to: email,
    userId,
    kind: MAIL_KINDS[kind],
    message,
    eventKey: `link ${id}`,
    expiresAt,
  });
  return true;
}
