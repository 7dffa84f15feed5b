import { and, desc, eq, gt, isNull } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { emailLinks, users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { lockActingUser } from "@/server/auth/sessions/session-validity.ts";
import { claimAddress } from "@/server/auth/sign-in/claim-address.ts";
import type { Client } from "@/server/auth/sign-in/sign-in-attempts.ts";
import type { AuditSubject } from "@/server/core/audit.ts";
import { requireRecentAuthentication, requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read, withTransaction } from "@/server/core/transactions.ts";
import { requireMail } from "@/server/mail/settings.ts";
import { AppError, databaseError, sessionExpired, validationFailed } from "@/shared/errors.ts";
import {
  type EmailLink,
  endEmailLinks,
  findEmailLink,
  linkNotFound,
  useEmailLink,
} from "../email-links/links.ts";
import { changeAddressMessage, queueSecurityMail } from "../email-links/mails.ts";
import { mailEmailLink, queueVerification } from "../email-links/send-links.ts";
import type { ChangeEmail } from "./input.ts";
import { addressChanged } from "./mails.ts";
import { confirmPassword } from "./password.ts";

/**
 * Mails another link to verify the address of the signed-in user. Does nothing for a verified one.
 * @throws AppError `RATE_LIMITED`, `PROVIDER_NOT_CONFIGURED` without mail
 */
export async function resendVerification(ctx: Context): Promise<void> {
  const userId = requireUser(ctx);
  requireMail();
  await consumeRateLimit("email-link-user", userId);
  await withTransaction(ctx, ({ open: { tx } }) => queueVerification(tx, ctx, userId));
}

/**
 * Mails a link to a new address of the signed-in user. The address changes when the link is used. Needs the password, or
 * without one a recent authentication.
 * @throws AppError `VALIDATION_FAILED`, `PERMISSION_DENIED`, `RATE_LIMITED`, `PROVIDER_NOT_CONFIGURED` without mail
 */
export async function requestEmailChange(ctx: Context, input: ChangeEmail, client: Client): Promise<void> {
  const userId = requireUser(ctx);
  requireMail();
  const { email } = input;
  const user = await confirmUser(ctx, input.password, client);
  if (email === user.email) throw validationFailed([{ path: "email", message: "is your current email" }]);
  await consumeRateLimit("email-link-user", userId);
  await mutate(ctx, "user.request_email_change", async (tx) => {
    await lockActingUser(tx, ctx);
    await endEmailLinks(tx, ctx, userId, "CHANGE_EMAIL");
    const id = ctx.newId();
    await mailEmailLink(tx, ctx, { id, userId, kind: "CHANGE_EMAIL", email }, changeAddressMessage);
    return { result: undefined, audit: { type: "user", id: userId, tenantId: null, after: { email } } };
  });
}

/**
 * User row after a check of the password; a user without one needs a recent authentication.
 * @throws AppError `VALIDATION_FAILED` for a wrong password, `PERMISSION_DENIED`, `RATE_LIMITED`
 */
export async function confirmUser(ctx: Context, password: string | undefined, client: Client) {
  const userId = requireUser(ctx);
  const user = await read(ctx, (tx) => tx.query.users.findFirst({ where: eq(users.id, userId) }));
  if (!user) throw sessionExpired();
  if (user.passwordHash !== null) return confirmPassword(ctx, password ?? "", client, "password");
  requireRecentAuthentication(ctx);
  return user;
}

/** Cancels the change of the signed-in user's address that waits for its link. */
export async function cancelEmailChange(ctx: Context): Promise<void> {
  const userId = requireUser(ctx);
  await mutate(ctx, "user.cancel_email_change", async (tx) => {
    const ended = await endEmailLinks(tx, ctx, userId, "CHANGE_EMAIL");
    return { result: undefined, audit: ended === 0 ? null : { type: "user", id: userId, tenantId: null } };
  });
}

/** New address of a user that waits for its link, or null. */
export async function findPendingEmail(tx: Reader, ctx: Context, userId: string): Promise<string | null> {
  const isPending = and(
    eq(emailLinks.userId, userId),
    eq(emailLinks.kind, "CHANGE_EMAIL"),
    isNull(emailLinks.usedAt),
    gt(emailLinks.expiresAt, ctx.now()),
  );
  const [link] = await tx
    .select({ email: emailLinks.email })
    .from(emailLinks)
    .where(isPending)
    .orderBy(desc(emailLinks.createdAt))
    .limit(1);
  return link?.email ?? null;
}

/**
 * Verifies the address of the signed-in user, or changes it, by a link. It takes both the link and the session: the holder
 * of a mailbox cannot verify what another person prepared for it, and the creator of an account not an address that is
 * not theirs. A change ends all sessions.
 * @returns the new session version after a change, under which the caller's session continues; else null
 * @throws AppError `NOT_FOUND` for a link that is unknown, used or expired, `PERMISSION_DENIED` for that of another user,
 * `INVALID_TRANSITION` if another account verified the address, `RATE_LIMITED`
 */
export async function confirmEmail(ctx: Context, token: string, address: string): Promise<number | null> {
  const userId = requireUser(ctx);
  await consumeRateLimit("email-link-address", address);
  const link = await read(ctx, (tx) => findEmailLink(tx, ctx, token));
  if (!link || link.kind === "RESET_PASSWORD") throw linkNotFound();
  if (link.userId !== userId) {
    throw new AppError("PERMISSION_DENIED", "This link is for another account. Sign in with that account.");
  }
  const action = link.kind === "VERIFY_EMAIL" ? "user.verify_email" : "user.change_email";
  return mutate(ctx, action, async (tx, joined) => {
    await useEmailLink(tx, ctx, link);
    return link.kind === "VERIFY_EMAIL" ? verify(tx, ctx, link) : changeAddress(tx, joined, link);
  });
}

interface Confirmation {
  result: number | null;
  audit: AuditSubject;
}

async function verify(tx: Transaction, ctx: Context, { userId, email }: EmailLink): Promise<Confirmation> {
  const verified = await tx
    .update(users)
    .set({ emailVerifiedAt: ctx.now() })
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .returning({ id: users.id });
  if (verified.length === 0) throw linkNotFound();
  return { result: null, audit: { type: "user", id: userId, tenantId: null, after: { email } } };
}

async function changeAddress(tx: Transaction, ctx: Context, link: EmailLink): Promise<Confirmation> {
  const { userId, email } = link;
  const [before] = await tx.select().from(users).where(eq(users.id, userId));
  if (!before) throw linkNotFound();
  if ((await claimAddress(tx, ctx, email)).isVerified) throw addressInUse();
  const change = { email, emailVerifiedAt: ctx.now(), claimedEmail: null };
  const sessionVersion = before.sessionVersion + 1;
  await tx
    .update(users)
    .set({ ...change, sessionVersion })
    .where(eq(users.id, userId))
    .catch((error: unknown) => {
      throw databaseError(error).constraint === "users_email_unique" ? addressInUse() : error;
    });
  // These were mailed to the former address.
  await endEmailLinks(tx, ctx, userId, "RESET_PASSWORD");
  await endEmailLinks(tx, ctx, userId, "VERIFY_EMAIL");
  const text = addressChanged(before.emailVerifiedAt && before.email, email);
  const eventKey = (address: string) => `address ${link.id} ${address}`;
  await queueSecurityMail(tx, ctx, { ...before, ...change }, text, eventKey(email));
  // A reset link would go to the new address.
  const remedy = { text: "If that wasn’t you, contact your Drydock administrator." };
  await queueSecurityMail(tx, ctx, before, { ...text, remedy }, eventKey(before.email));
  const audit = { type: "user" as const, id: userId, tenantId: null };
  return {
    result: sessionVersion,
    audit: { ...audit, before: { email: before.email }, after: { email } },
  };
}

const addressInUse = () =>
  new AppError("INVALID_TRANSITION", "Another account has verified this email. Use a different one.");
