import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import { consumeRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { nextSessionVersion, readAccess } from "@/server/auth/sign-in/account-access.ts";
import { claimAddress } from "@/server/auth/sign-in/claim-address.ts";
import { createUser } from "@/server/auth/sign-in/external-identity.ts";
import { hashPassword } from "@/server/auth/sign-in/password-hashing.ts";
import { type AccountFields, foldAddress, type NewAccount } from "@/server/core/account-fields.ts";
import type { AuditAction, AuditSubject } from "@/server/core/audit.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { mutate, read, withTransaction } from "@/server/core/transactions.ts";
import { AppError, databaseError, notFound } from "@/shared/errors.ts";
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

/** Marks the address of a user as verified, by a secret that was mailed to it. */
export async function markVerified(tx: Transaction, ctx: Context, userId: string): Promise<void> {
  await tx.update(users).set({ emailVerifiedAt: ctx.now() }).where(eq(users.id, userId));
}

/** User by e-mail address as a person types it. @throws AppError `NOT_FOUND` */
export async function getUserByEmail(ctx: Context, email: string): Promise<{ id: string; name: string }> {
  const user = await read(ctx, (tx) =>
    tx.query.users.findFirst({ where: eq(users.email, foldAddress(email)) }),
  );
  if (!user) throw notFound("user");
  return { id: user.id, name: user.name };
}

/**
 * Makes a user a Super Admin, whose sessions end, and creates the user if the address is new. Returns the generated
 * password, or null for a user who keeps one. For the operator's command line.
 * @param adopts true for an operator who vouches for an existing account; an unverified one is handed over
 * @throws AppError `INVALID_TRANSITION` for an account that is not adopted, with its description, and for a disabled one
 */
export async function createSuperAdmin(
  ctx: Context,
  { email, name }: AccountFields,
  { adopts = false } = {},
): Promise<{ password: string | null }> {
  const password = randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  return mutate(ctx, "user.make_super_admin", async (tx, joined) => {
    const [existing] = await tx.select().from(users).where(eq(users.email, email)).for("update");
    if (existing?.disabledAt) {
      throw new AppError("INVALID_TRANSITION", "This user is disabled. Enable the account first.");
    }
    const isUnchanged = existing?.emailVerifiedAt && existing.platformRole;
    if (existing && !isUnchanged && !adopts) throw await notAdopted(tx, ctx, existing);
    const { ended } = await claimAddress(tx, joined, email, "HAND_OVER");
    const id = existing?.id ?? ctx.newId();
    const keepsPassword = Boolean(existing?.passwordHash && !ended);
    const values = { platformRole: "SUPER_ADMIN", ...(!keepsPassword && { passwordHash }) } as const;
    if (!existing) await createUser(tx, { id, email, name, ...values, emailVerifiedAt: ctx.now() });
    // Sessions carry the old role.
    else if (!(isUnchanged && keepsPassword)) {
      await tx
        .update(users)
        .set({ ...values, sessionVersion: nextSessionVersion })
        .where(eq(users.id, id));
    }
    const before = { platformRole: existing?.platformRole ?? null, hasPassword: keepsPassword, ...ended };
    const after = { platformRole: "SUPER_ADMIN", hasPassword: true };
    return {
      result: { password: keepsPassword ? null : password },
      audit: { type: "user", id, tenantId: null, before, after },
    };
  });
}

/** Refusal of an existing account that the operator did not adopt: what it has, and what an adoption keeps and ends. */
export async function notAdopted(
  tx: Transaction,
  ctx: Context,
  user: typeof users.$inferSelect,
): Promise<AppError> {
  const { sessions, tokens, passkeys, hasTotp } = await readAccess(tx, ctx, user.id);
  const found = [
    `created ${user.createdAt.toISOString().slice(0, 10)}`,
    `email ${user.emailVerifiedAt ? "verified" : "not verified"}`,
    `sessions: ${sessions}`,
    `API tokens: ${tokens.length}`,
    `passkeys: ${passkeys.length}`,
    `authenticator app: ${hasTotp ? "yes" : "no"}`,
  ];
  const effect = user.emailVerifiedAt
    ? "With --adopt it becomes a Super Admin. It keeps its password, API tokens, second factors and workspaces, and its sessions end."
    : "With --adopt its email counts as verified. It keeps its name and workspaces. Its password, sessions, API tokens, second factors, sign-in providers, links and invitations end.";
  return new AppError("INVALID_TRANSITION", `${user.email} has an account (${found.join(", ")}). ${effect}`);
}
