import { and, eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import {
  type AccountAccess,
  endFactors,
  endTokens,
  nextSessionVersion,
  readAccess,
} from "@/server/auth/sign-in/account-access.ts";
import { claimAddress } from "@/server/auth/sign-in/claim-address.ts";
import { createUser } from "@/server/auth/sign-in/external-identity.ts";
import { hashPassword } from "@/server/auth/sign-in/password-hashing.ts";
import type { Actor, Context } from "@/server/core/context.ts";
import { refuseEmailAsPassword } from "@/server/core/password-rules.ts";
import { mutate, read, withTransaction } from "@/server/core/transactions.ts";
import { queueMail } from "@/server/mail/queue-mail.ts";
import { requireMail } from "@/server/mail/settings.ts";
import { AppError } from "@/shared/errors.ts";
import {
  type EmailLink,
  endEmailLinks,
  findEmailLink,
  linkNotFound,
  useEmailLink,
} from "../email-links/links.ts";
import { passwordReset, securityMessage } from "../email-links/mails.ts";
import { queueReset } from "../email-links/send-links.ts";
import { endGrantedAccess } from "./granted-access.ts";
import type { ResetPassword } from "./input.ts";

/**
 * Requests a reset link for an address. Does the same for every address: a job looks for its account.
 * @throws AppError `RATE_LIMITED`, `PROVIDER_NOT_CONFIGURED` without mail
 */
export async function requestReset(ctx: Context, email: string, address: string): Promise<void> {
  requireMail();
  await consumeRateLimit("reset-address", address);
  await consumeRateLimit("reset-account", email);
  await withTransaction(ctx, ({ open: { tx } }) => queueReset(tx, ctx, email, "RESET"));
}

/**
 * Sets a new password by a reset link, which is used up, and ends all sessions, and what else `ends` names. An account whose
 * address is not verified is kept, without the access of its creator and of the members that joined by it, or gives its
 * address up to a new, verified account, as the person chooses: the link proves who receives mail there, and that is not
 * who created the account for certain.
 * @returns the API tokens that keep working
 * @throws AppError `NOT_FOUND` for a link that is unknown, used or expired, `VALIDATION_FAILED`, `RATE_LIMITED`,
 * `PERMISSION_DENIED` for second factors of a Super Admin
 */
export async function resetPassword(
  ctx: Context,
  input: ResetPassword,
  address: string,
): Promise<AccountAccess["tokens"]> {
  await consumeRateLimit("email-link-address", address);
  const { link, holder } = await read(ctx, async (tx) => {
    const link = await findEmailLink(tx, ctx, input.token);
    const holder = link && (await tx.query.users.findFirst({ where: eq(users.id, link.userId) }));
    return { link, holder };
  });
  if (link?.kind !== "RESET_PASSWORD" || !holder) throw linkNotFound();
  refuseEmailAsPassword(input.password, link.email, "password");
  const passwordHash = await hashPassword(input.password);
  // The holder of an unverified account's link need not be its user.
  const actor: Actor = holder.emailVerifiedAt ? toUserActor(holder) : { kind: "system", name: "reset link" };
  return mutate({ ...ctx, actor }, "user.reset_password", async (tx, joined) => {
    await useEmailLink(tx, ctx, link);
    const { userId, ended } = await setPassword(tx, joined, link, passwordHash, input);
    const { tokens } = await readAccess(tx, ctx, userId);
    await queueMail(tx, ctx, {
      to: link.email,
      userId,
      kind: "SECURITY",
      message: securityMessage(passwordReset(tokens)),
      eventKey: `reset done ${link.id}`,
    });
    const audit = { type: "user" as const, id: userId, tenantId: null, ...(ended && { before: ended }) };
    return { result: tokens, audit };
  });
}

/** @returns the account that has the password now, and what ended besides its sessions */
async function setPassword(
  tx: Transaction,
  ctx: Context,
  { userId, email }: EmailLink,
  passwordHash: string,
  { ends, keepsAccount }: Pick<ResetPassword, "ends" | "keepsAccount">,
): Promise<{ userId: string; ended?: Record<string, unknown> }> {
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email)))
    .for("update");
  if (!user || user.disabledAt) throw linkNotFound();
  if (user.emailVerifiedAt) {
    await tx
      .update(users)
      .set({ passwordHash, sessionVersion: nextSessionVersion })
      .where(eq(users.id, userId));
    // It may be of the person from whom the account is recovered.
    await endEmailLinks(tx, ctx, userId, "CHANGE_EMAIL");
    if (ends.length === 0) return { userId };
    const factors = ends.filter((kind) => kind !== "tokens");
    if (factors.length > 0 && user.platformRole) {
      const detail = "Second factors of a Super Admin are reset by another Super Admin.";
      throw new AppError("PERMISSION_DENIED", detail);
    }
    const apiTokens = ends.includes("tokens") ? await endTokens(tx, ctx, userId) : 0;
    return { userId, ended: { apiTokens, ...(await endFactors(tx, userId, factors)) } };
  }
  if (keepsAccount) {
    const { ended } = await claimAddress(tx, ctx, email, "HAND_OVER");
    const members = await endGrantedAccess(tx, ctx, userId);
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId));
    return { userId, ended: { ...ended, members } };
  }
  await claimAddress(tx, ctx, email);
  const id = ctx.newId();
  const [local = ""] = email.split("@");
  await createUser(tx, { id, email, name: local.slice(0, 80), passwordHash, emailVerifiedAt: ctx.now() });
  return { userId: id };
}
