import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { claimAddress, type EndedAccess } from "@/server/auth/sign-in/claim-address.ts";
import { requireRecentAuthentication, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { mutate } from "@/server/core/transactions.ts";
import { findMailWait, requireRoomForMail } from "@/server/mail/queue-mail.ts";
import { requireMail } from "@/server/mail/settings.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import { createEmailLink } from "../email-links/links.ts";
import { resetPasswordMessage } from "../email-links/mails.ts";
import { mailEmailLink } from "../email-links/send-links.ts";
import { notAdopted } from "./accounts.ts";

/**
 * Mails a reset link to a user. For Super Admins, who do not see the link.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for a disabled user, `RATE_LIMITED`, `PROVIDER_NOT_CONFIGURED`
 * without mail
 */
export async function adminSendResetLink(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  requireRecentAuthentication(admin);
  requireMail();
  await consumeRateLimit("email-link-user", userId);
  await mutate(admin, "user.send_reset_link", async (tx) => {
    const { email } = await lockActive(tx, userId);
    await requireRoomForMail(tx, admin, email, "LINK");
    const id = admin.newId();
    await mailEmailLink(tx, admin, { id, userId, kind: "RESET_PASSWORD", email }, resetPasswordMessage);
    return { result: undefined, audit: { type: "user", id: userId, tenantId: null } };
  });
}

/**
 * Verifies the address of a user whose identity was established in another way. The Super Admin vouches for who owns the
 * address, not for who created the account, so the account is handed over: it keeps its data and loses all access, and
 * its owner gets a link to choose a password, where mail is available. After a recent authentication.
 * @returns the time from which the link can be sent, if the address got too many mails to send it now
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` for a verified address, or none, a disabled user
 * and oneself
 */
export async function adminVerifyEmail(
  ctx: Context,
  userId: string,
): Promise<{ linkWaitsUntil: string | null }> {
  const admin = requireSuperAdmin(ctx);
  requireRecentAuthentication(admin);
  return mutate(admin, "user.verify_email", async (tx, joined) => {
    const { email, emailVerifiedAt } = await lockActive(tx, userId);
    if (emailVerifiedAt) throw new AppError("INVALID_TRANSITION", "This email is already verified.");
    if (userId === admin.actor.userId)
      throw new AppError(
        "INVALID_TRANSITION",
        "Verify your own email by its link, or ask another Super Admin.",
      );
    const { ended } = await claimAddress(tx, joined, email, "HAND_OVER");
    const link = { id: admin.newId(), userId, kind: "RESET_PASSWORD" as const, email };
    const wait = isMailAvailable() ? await findMailWait(tx, admin, email, "LINK") : null;
    if (isMailAvailable()) await mailEmailLink(tx, admin, link, resetPasswordMessage);
    return {
      result: { linkWaitsUntil: wait?.toISOString() ?? null },
      audit: handOverSubject(userId, email, ended),
    };
  });
}

/**
 * Creates a reset link for the operator's command line.
 * @param adopts true for an operator who vouches for the address of an unverified account, which is then handed over
 * @returns its path
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for a disabled user and an unverified one that is not adopted
 */
export async function createResetPath(
  ctx: Context,
  userId: string,
  { adopts = false } = {},
): Promise<string> {
  return mutate(ctx, "user.send_reset_link", async (tx, joined) => {
    const user = await lockActive(tx, userId);
    const { email } = user;
    if (!user.emailVerifiedAt && !adopts) throw await notAdopted(tx, ctx, user);
    const { ended } = await claimAddress(tx, joined, email, "HAND_OVER");
    const link = await createEmailLink(tx, ctx, { id: ctx.newId(), userId, kind: "RESET_PASSWORD", email });
    if (!link) throw new Error("the link exists");
    return { result: link.path, audit: handOverSubject(userId, email, ended) };
  });
}

const handOverSubject = (userId: string, email: string, ended: EndedAccess | null) => ({
  type: "user" as const,
  id: userId,
  tenantId: null,
  before: { ...ended },
  after: { email },
});

async function lockActive(tx: Transaction, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user || user.deletedAt) throw notFound("user");
  if (user.disabledAt)
    throw new AppError("INVALID_TRANSITION", "This user is disabled. Enable the account first.");
  if (user.claimedEmail) throw new AppError("INVALID_TRANSITION", "This account has no email.");
  return user;
}
