import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { claimAddress } from "@/server/auth/sign-in/claim-address.ts";
import { createUser } from "@/server/auth/sign-in/external-identity.ts";
import { hashPassword } from "@/server/auth/sign-in/password-hashing.ts";
import type { AccountFields, NewAccount } from "@/server/core/account-fields.ts";
import type { AuditAction, AuditSubject } from "@/server/core/audit.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { mutate, read, withTransaction } from "@/server/core/transactions.ts";
import { databaseError, notFound } from "@/shared/errors.ts";
import { queueReset, queueVerification } from "../email-links/send-links.ts";

/** Proof that the person who creates an account receives mail at its address. */
export interface NewAccountOptions {
  /** True when the secret of a mailed link was given: then an unverified account gives the address up. */
  isEmailVerified: boolean;
}

/**
 * Creates an account and, in the same transaction, calls the function that `prepare` returns with the new user's id. An
 * address that is not verified yet gets a link for that by mail.
 *
 * If the email already has an account, everything is rolled back without an error, so that addresses cannot be
 * enumerated; the account is told by mail, within a limit by address. The response time is the same: the password is
 * hashed first, also of a rejected request, the address is set last, and each mail is made by a job. Errors of `prepare` are thrown in both cases.
 */
export async function createAccount(
  ctx: Context,
  action: AuditAction,
  { password, email, name }: NewAccount,
  { isEmailVerified }: NewAccountOptions,
  prepare: (tx: Transaction) => Promise<(userId: string) => Promise<AuditSubject>>,
): Promise<void> {
  const passwordHash = await hashPassword(password);
  const userId = ctx.newId();
  const actor: UserActor = { kind: "user", userId, email, name, isSuperAdmin: false, isEmailVerified };
  const existing = new Error("the email already has an account");
  try {
    await mutate({ ...ctx, actor }, action, async (tx, joined) => {
      const emailVerifiedAt = isEmailVerified ? ctx.now() : null;
      const finish = await prepare(tx);
      await createUser(tx, {
        id: userId,
        email: `${userId}@new.invalid`,
        name,
        passwordHash,
        emailVerifiedAt,
      });
      const audit = await finish(userId);
      if (isEmailVerified) await claimAddress(tx, joined, email);
      await setAddress(tx, userId, email, existing);
      if (!isEmailVerified) await queueVerification(tx, ctx, userId);
      return { result: undefined, audit };
    });
  } catch (error) {
    if (error !== existing) throw error;
    // Sign-ups from many places must not fill a mailbox. A limit of its own: that of reset links would show an account.
    const isWithinLimit = await consumeRateLimit("sign-up-mail", email).then(Boolean, () => false);
    if (!isWithinLimit) return;
    await withTransaction(ctx, ({ open: { tx } }) => queueReset(tx, ctx, email, "SIGN_UP"));
  }
}

/** @throws `taken` if another account has the address */
async function setAddress(tx: Transaction, userId: string, email: string, taken: Error): Promise<void> {
  try {
    await tx.update(users).set({ email }).where(eq(users.id, userId));
  } catch (error) {
    throw databaseError(error).constraint === "users_email_unique" ? taken : error;
  }
}

/** User by e-mail address, case-insensitive. @throws AppError `NOT_FOUND` */
export async function getUserByEmail(ctx: Context, email: string): Promise<{ id: string; name: string }> {
  const user = await read(ctx, (tx) =>
    tx.query.users.findFirst({ where: eq(users.email, email.toLowerCase()) }),
  );
  if (!user) throw notFound("user");
  return { id: user.id, name: user.name };
}

/**
 * Makes a user a Super Admin and creates the user if the address is new. Returns the generated password, or null for a
 * user who has one. For the operator's command line.
 */
export async function createSuperAdmin(
  ctx: Context,
  { email, name }: AccountFields,
): Promise<{ password: string | null }> {
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  return mutate(ctx, "user.make_super_admin", async (tx) => {
    const [existing] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    const id = existing?.id ?? ctx.newId();
    const keepsPassword = Boolean(existing?.passwordHash);
    const values = {
      platformRole: "SUPER_ADMIN",
      // The operator vouches for the address.
      emailVerifiedAt: existing?.emailVerifiedAt ?? ctx.now(),
      ...(!keepsPassword && { passwordHash }),
    } as const;
    if (existing) await tx.update(users).set(values).where(eq(users.id, id));
    else await createUser(tx, { id, email, name, ...values });
    return {
      result: { password: keepsPassword ? null : password },
      audit: {
        type: "user",
        id,
        tenantId: null,
        before: { platformRole: existing?.platformRole ?? null, hasPassword: keepsPassword },
        after: { platformRole: "SUPER_ADMIN", hasPassword: true },
      },
    };
  });
}
