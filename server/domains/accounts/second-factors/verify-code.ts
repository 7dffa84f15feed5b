import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import type { EncryptionSubject } from "@/db/encrypted-columns.ts";
import { totpFactors, users } from "@/db/schema/index.ts";
import type { RateLimitName } from "@/server/auth/rate-limits/rate-limiter.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { decryptSecret } from "@/server/core/encryption.ts";
import { mutate, writeUnaudited } from "@/server/core/transactions.ts";
import { queueSecurityMail } from "../email-links/mails.ts";
import { endChallenges } from "./challenges.ts";
import { recoveryCodeUsed } from "./mails.ts";
import { countRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";
import { findTotpStep } from "./totp.ts";

/** Rate limit of TOTP and recovery codes: one for the account, since a six-digit code can be guessed. */
export const codeLimits = (userId: string): [RateLimitName, string][] => [["second-factor-account", userId]];

/** Subject of an encrypted TOTP secret. */
export const totpSubject = (userId: string): EncryptionSubject => `totp ${userId}`;

/** True if a code has the form of a TOTP app's; others are recovery codes. */
export const isTotpCode = (code: string): boolean => /^\d{3}\s?\d{3}$/.test(code);

/**
 * Accepts a TOTP code, once: the time step must be later than that of the last accepted code, which the database decides
 * for all that come together.
 */
export function acceptTotp(ctx: Context, userId: string, code: string): Promise<boolean> {
  return writeUnaudited(ctx, async (tx) => {
    const isConfirmed = and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt));
    const [factor] = await tx.select().from(totpFactors).where(isConfirmed);
    const step = factor && findTotpStep(decryptTotp(factor), code.replaceAll(/\s/g, ""), ctx.now());
    if (typeof step !== "number") return false;
    const accepted = await tx
      .update(totpFactors)
      .set({ lastStep: step })
      .where(and(isConfirmed, lt(totpFactors.lastStep, step)))
      .returning({ userId: totpFactors.userId });
    return accepted.length > 0;
  });
}

export const decryptTotp = ({ userId, encrypted }: typeof totpFactors.$inferSelect): string =>
  decryptSecret(encrypted, totpSubject(userId));

/**
 * Accepts a recovery code, once, and tells the user by mail. It ends the other sign-ins of the user that wait for their second
 * step: of several right codes sent at once one is used up.
 * @param take what the code is for, taken in the same transaction
 * @returns null for a wrong code, "lost" if `take` failed, which leaves the code unused
 */
export async function acceptRecoveryCode(
  ctx: Context,
  user: UserActor,
  code: string,
  take: (tx: Transaction) => Promise<boolean>,
): Promise<"taken" | "lost" | null> {
  const lost = new Error("the second step was taken meanwhile");
  try {
    return await mutate({ ...ctx, actor: user }, "user.use_recovery_code", async (tx) => {
      const { userId } = user;
      const [row] = await tx.select().from(users).where(eq(users.id, userId)).for("update");
      if (!(await useRecoveryCode(tx, ctx, userId, code))) return { result: null, audit: null };
      if (!(await take(tx))) throw lost;
      await endChallenges(tx, userId, "SECOND_STEP");
      const left = await countRecoveryCodes(tx, userId);
      const eventKey = `second factor ${ctx.newId()}`;
      if (row) await queueSecurityMail(tx, ctx, row, recoveryCodeUsed(left), eventKey);
      return {
        result: "taken",
        audit: { type: "user", id: userId, tenantId: null, after: { recoveryCodesLeft: left } },
      };
    });
  } catch (error) {
    if (error !== lost) throw error;
    return "lost";
  }
}

/** The user, whose account must be enabled and still have this session version. */
export async function findUser(tx: Reader, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  return user ?? null;
}
