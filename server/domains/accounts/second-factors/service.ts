import { and, asc, eq, isNull } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { passkeys, recoveryCodes, totpFactors, users } from "@/db/schema/index.ts";
import { lockActingUser } from "@/server/auth/sessions/session-validity.ts";
import {
  endFactors,
  hasSecondFactor,
  isConfirmed,
  nextSessionVersion,
} from "@/server/auth/sign-in/account-access.ts";
import type { Client } from "@/server/auth/sign-in/sign-in-attempts.ts";
import type { AuditAction, AuditSubject } from "@/server/core/audit.ts";
import { requireRecentAuthentication, requireSuperAdmin, requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { encryptSecret } from "@/server/core/encryption.ts";
import { env } from "@/server/core/env/env.ts";
import { mutate, read, writeUnaudited } from "@/server/core/transactions.ts";
import { AppError, notFound, sessionExpired, validationFailed } from "@/shared/errors.ts";
import { queueSecurityMail, type SecurityText } from "../email-links/mails.ts";
import { confirmPassword } from "../settings/password.ts";
import type { AddPasskey, ConfirmTotp, RenamePasskey } from "./input.ts";
import {
  passkeyAdded,
  passkeyRemoved,
  RECOVERY_CODES_REPLACED,
  SECOND_FACTOR_RESET,
  TOTP_DISABLED,
  TOTP_ENABLED,
} from "./mails.ts";
import { verifyRegistration } from "./passkeys.ts";
import { countRecoveryCodes, replaceRecoveryCodes } from "./recovery-codes.ts";
import { findRelyingParty } from "./relying-party.ts";
import { createTotpSecret, findTotpStep, totpUri } from "./totp.ts";
import { decryptTotp, findUser, totpSubject } from "./verify-code.ts";
import type { SecondFactorChange, SecondFactorsView, TotpEnrolment } from "./view.ts";

export const MAX_PASSKEYS = 20;

type User = typeof users.$inferSelect;

/** Second factors of the signed-in user. */
export async function getSecondFactors(ctx: Context): Promise<SecondFactorsView> {
  const userId = requireUser(ctx);
  return read(ctx, async (tx) => {
    const user = await findUser(tx, userId);
    if (!user) throw sessionExpired();
    const totp = await tx.query.totpFactors.findFirst({ where: isConfirmed(userId) });
    const known = await tx.query.passkeys.findMany({
      where: eq(passkeys.userId, userId),
      orderBy: [asc(passkeys.createdAt), asc(passkeys.id)],
    });
    return {
      totpSince: totp?.confirmedAt?.toISOString() ?? null,
      passkeys: known.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
        id,
        name,
        isBackedUp,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
      recoveryCodesLeft: user.secondFactorAt ? await countRecoveryCodes(tx, userId) : null,
      hasPassword: user.passwordHash !== null,
      isRequired: isRequired(user),
      passkeyOrigin: findRelyingParty()?.origin ?? null,
    };
  });
}

/** Begins to set up a TOTP app; one that was begun before is replaced. @throws AppError `INVALID_TRANSITION`, `UNAVAILABLE` */
export async function startTotp(ctx: Context): Promise<TotpEnrolment> {
  const userId = requireUser(ctx);
  const secret = createTotpSecret();
  const encrypted = encryptSecret(secret, totpSubject(userId));
  return writeUnaudited(ctx, async (tx) => {
    const user = await findUser(tx, userId);
    if (!user) throw sessionExpired();
    const [stored] = await tx
      .insert(totpFactors)
      .values({ userId, encrypted, createdAt: ctx.now() })
      .onConflictDoUpdate({
        target: totpFactors.userId,
        set: { encrypted, lastStep: 0, createdAt: ctx.now() },
        setWhere: isNull(totpFactors.confirmedAt),
      })
      .returning({ userId: totpFactors.userId });
    if (!stored) throw new AppError("INVALID_TRANSITION", "An authenticator app is already set up.");
    return { secret, uri: totpUri(secret, user.email) };
  });
}

/**
 * Sets the TOTP app up, confirmed by a code of it and by the password; without a password by a recent sign-in.
 * @throws AppError `VALIDATION_FAILED`, `INVALID_TRANSITION`, `RATE_LIMITED`, `PERMISSION_DENIED`
 */
export async function confirmTotp(
  ctx: Context,
  { code, password }: ConfirmTotp,
  client: Client,
): Promise<SecondFactorChange> {
  const userId = requireUser(ctx);
  const { hasPassword } = await getSecondFactors(ctx);
  if (hasPassword) await confirmPassword(ctx, password ?? "", client, "password");
  else requireRecentAuthentication(ctx);
  return changeFactors(ctx, "user.enable_totp", async (tx) => {
    const [factor] = await tx
      .select()
      .from(totpFactors)
      .where(and(eq(totpFactors.userId, userId), isNull(totpFactors.confirmedAt)))
      .for("update");
    if (!factor) throw new AppError("INVALID_TRANSITION", "Start the setup again.");
    const step = findTotpStep(decryptTotp(factor), code.replaceAll(/\s/g, ""), ctx.now());
    if (step === null) throw validationFailed([{ path: "code", message: "is incorrect" }]);
    await tx
      .update(totpFactors)
      .set({ confirmedAt: ctx.now(), lastStep: step })
      .where(eq(totpFactors.userId, userId));
    return { mail: TOTP_ENABLED };
  });
}

/** Removes the TOTP app. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, `PERMISSION_DENIED` */
export async function removeTotp(ctx: Context): Promise<SecondFactorChange> {
  const userId = requireUser(ctx);
  requireRecentAuthentication(ctx);
  return changeFactors(ctx, "user.disable_totp", async (tx) => {
    const removed = await tx.delete(totpFactors).where(isConfirmed(userId)).returning();
    if (removed.length === 0) throw notFound("authenticator app");
    return { mail: TOTP_DISABLED };
  });
}

/** Adds a passkey. @throws AppError `VALIDATION_FAILED`, `INVALID_TRANSITION`, `PERMISSION_DENIED` */
export async function addPasskey(ctx: Context, input: AddPasskey): Promise<SecondFactorChange> {
  const userId = requireUser(ctx);
  requireRecentAuthentication(ctx);
  const credential = await verifyRegistration(ctx, userId, input);
  const { name } = input;
  return changeFactors(ctx, "user.add_passkey", async (tx) => {
    const count = await tx.$count(passkeys, eq(passkeys.userId, userId));
    if (count >= MAX_PASSKEYS)
      throw new AppError("INVALID_TRANSITION", `An account can have at most ${MAX_PASSKEYS} passkeys.`);
    const [added] = await tx
      .insert(passkeys)
      .values({ id: ctx.newId(), userId, name, createdAt: ctx.now(), ...credential })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (!added) throw validationFailed([{ path: "answer", message: "belongs to an account already" }]);
    return { mail: passkeyAdded(name), after: { name } };
  });
}

/** Removes a passkey. @throws AppError `NOT_FOUND`, `INVALID_TRANSITION`, `PERMISSION_DENIED` */
export async function removePasskey(ctx: Context, passkeyId: string): Promise<SecondFactorChange> {
  const userId = requireUser(ctx);
  requireRecentAuthentication(ctx);
  return changeFactors(ctx, "user.remove_passkey", async (tx) => {
    const [removed] = await tx.delete(passkeys).where(isOwn(userId, passkeyId)).returning();
    if (!removed) throw notFound("passkey");
    const { name } = removed;
    return { mail: passkeyRemoved(name), before: { name } };
  });
}

/** Renames a passkey of the signed-in user. @throws AppError `NOT_FOUND` */
export async function renamePasskey(ctx: Context, { passkeyId, name }: RenamePasskey): Promise<void> {
  const userId = requireUser(ctx);
  await mutate(ctx, "user.rename_passkey", async (tx) => {
    const [before] = await tx.select().from(passkeys).where(isOwn(userId, passkeyId)).for("update");
    if (!before) throw notFound("passkey");
    await tx.update(passkeys).set({ name }).where(eq(passkeys.id, passkeyId));
    const audit = { type: "user" as const, id: userId, tenantId: null };
    return { result: undefined, audit: { ...audit, before: { name: before.name }, after: { name } } };
  });
}

/** Replaces the recovery codes. @throws AppError `INVALID_TRANSITION` without a second factor, `PERMISSION_DENIED` */
export async function regenerateRecoveryCodes(ctx: Context): Promise<SecondFactorChange> {
  const userId = requireUser(ctx);
  requireRecentAuthentication(ctx);
  return changeFactors(ctx, "user.replace_recovery_codes", async (tx, user) => {
    if (!user.secondFactorAt) throw new AppError("INVALID_TRANSITION", "Set up a second factor first.");
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    return { mail: RECOVERY_CODES_REPLACED };
  });
}

interface FactorChange extends Pick<AuditSubject, "before" | "after"> {
  mail: SecurityText;
}

/**
 * Change of the second factors of the signed-in user: ends all sessions, and mails the user. The first factor comes with
 * recovery codes, the last one goes with them.
 */
async function changeFactors(
  ctx: Context,
  action: AuditAction,
  change: (tx: Transaction, user: User) => Promise<FactorChange>,
): Promise<SecondFactorChange> {
  const userId = requireUser(ctx);
  return mutate(ctx, action, async (tx) => {
    const user = await lockActingUser(tx, ctx);
    const { mail, ...fields } = await change(tx, user);
    const hasFactor = await hasSecondFactor(tx, userId);
    if (!hasFactor && isRequired(user)) {
      throw new AppError("INVALID_TRANSITION", "Super Admins need a second factor here. Add another first.");
    }
    if (!hasFactor) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    const hasCodes = (await tx.$count(recoveryCodes, eq(recoveryCodes.userId, userId))) > 0;
    const codes = hasFactor && !hasCodes ? await replaceRecoveryCodes(tx, userId) : null;
    const [changed] = await tx
      .update(users)
      .set({
        secondFactorAt: hasFactor ? (user.secondFactorAt ?? ctx.now()) : null,
        sessionVersion: nextSessionVersion,
      })
      .where(eq(users.id, userId))
      .returning({ sessionVersion: users.sessionVersion });
    await queueSecurityMail(tx, ctx, user, mail, `second factor ${ctx.newId()}`);
    return {
      result: { sessionVersion: changed?.sessionVersion ?? 0, recoveryCodes: codes },
      audit: { type: "user", id: userId, tenantId: null, ...fields },
    };
  });
}

const isOwn = (userId: string, passkeyId: string) =>
  and(eq(passkeys.userId, userId), eq(passkeys.id, passkeyId));

const isRequired = ({ platformRole }: User): boolean => platformRole !== null && env().REQUIRE_ADMIN_2FA;

/**
 * Removes all second factors of a user who lost them, ends their sessions and tells them by mail. For Super Admins.
 * @throws AppError `NOT_FOUND`, `INVALID_TRANSITION` without a second factor and for oneself, `PERMISSION_DENIED`
 */
export async function resetSecondFactor(ctx: Context, userId: string): Promise<void> {
  const admin = requireSuperAdmin(ctx);
  await mutate(admin, "user.reset_second_factor", async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
    if (!user) throw notFound("user");
    if (!user.secondFactorAt) throw new AppError("INVALID_TRANSITION", "This user has no second factor.");
    if (userId === admin.actor.userId)
      throw new AppError("INVALID_TRANSITION", "Change your own second factors under Account, Security.");
    const removed = await endFactors(tx, userId, ["totp", "passkeys"]);
    await tx.update(users).set({ sessionVersion: nextSessionVersion }).where(eq(users.id, userId));
    await queueSecurityMail(tx, admin, user, SECOND_FACTOR_RESET, `second factor ${admin.newId()}`);
    return { result: undefined, audit: { type: "user", id: userId, tenantId: null, before: removed } };
  });
}
