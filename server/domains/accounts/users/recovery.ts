import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { requireRecentAuthentication, requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { requireMail } from "@/server/mail/settings.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import { createEmailLink } from "../email-links/links.ts";
import { resetPasswordMessage } from "../email-links/mails.ts";
import { mailEmailLink } from "../email-links/send-links.ts";

/**
 * Mails a reset link to a user. For Super Admins, who do not see the link.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for a disabled user, `RATE_LIMITED`, `PROVIDER_NOT_CONFIGURED`
 * without mail
 */
export async function adminSendResetLink(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  requireMail();
  await consumeRateLimit("email-link-user", userId);
  await mutate(admin, "user.send_reset_link", async (tx) => {
    const { email } = await lockActive(tx, userId);
    const id = admin.newId();
    await mailEmailLink(tx, admin, { id, userId, kind: "RESET_PASSWORD", email }, resetPasswordMessage);
    return { result: undefined, audit: { type: "user", id: userId, tenantId: null } };
  });
}

/**
 * Verifies the address of a user whose identity was established in another way. For Super Admins after a recent
 * authentication.
 * @throws AppError `PERMISSION_DENIED`, `NOT_FOUND`, `INVALID_TRANSITION` for a verified address, or none, or a disabled user
 */
export async function adminVerifyEmail(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  requireRecentAuthentication(admin);
  await mutate(admin, "user.verify_email", async (tx) => {
    const { email, emailVerifiedAt } = await lockActive(tx, userId);
    if (emailVerifiedAt) throw new AppError("INVALID_TRANSITION", "This email is already verified.");
    await markVerified(tx, admin, userId);
    return { result: undefined, audit: { type: "user", id: userId, tenantId: null, after: { email } } };
  });
}

/**
 * Creates a reset link for the operator's command line. The operator vouches for the address, so the account stays the same.
 * @returns its path
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` for a disabled user
 */
export async function createResetPath(ctx: Context, userId: string): Promise<string> {
  return mutate(ctx, "user.send_reset_link", async (tx) => {
    const { email, emailVerifiedAt } = await lockActive(tx, userId);
    if (!emailVerifiedAt) await markVerified(tx, ctx, userId);
    const link = await createEmailLink(tx, ctx, { id: ctx.newId(), userId, kind: "RESET_PASSWORD", email });
    if (!link) throw new Error("the link exists");
    return {
      result: link.path,
      audit: { type: "user", id: userId, tenantId: null, after: { email } },
    };
  });
}

/** Marks the address of a user as verified. */
export async function markVerified(tx: Transaction, ctx: Context, userId: string): Promise<void> {
  await tx.update(users).set({ emailVerifiedAt: ctx.now() }).where(eq(users.id, userId));
}

async function lockActive(tx: Transaction, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
  if (!user || user.deletedAt) throw notFound("user");
  if (user.disabledAt)
    throw new AppError("INVALID_TRANSITION", "This user is disabled. Enable the account first.");
  if (user.claimedEmail) throw new AppError("INVALID_TRANSITION", "This account has no email.");
  return user;
}
