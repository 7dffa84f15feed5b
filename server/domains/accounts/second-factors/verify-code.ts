import { and, eq, isNotNull, lt } from "drizzle-orm";
import type { Reader } from "@/db/client.ts";
import type { EncryptionSubject } from "@/db/encrypted-columns.ts";
import { totpFactors, users } from "@/db/schema/index.ts";
import type { RateLimitName } from "@/server/auth/rate-limits/rate-limiter.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { decryptSecret } from "@/server/core/encryption.ts";
import { mutate, writeUnaudited } from "@/server/core/transactions.ts";
import { queueSecurityMail } from "../email-links/mails.ts";
import { recoveryCodeUsed } from "./mails.ts";
import { countRecoveryCodes, useRecoveryCode } from "./recovery-codes.ts";
import { findTotpStep } from "./totp.ts";

/** Rate limit of TOTP codes: of the account, or of a browser that signed in to it before. */
export const codeLimit = (userId: string, device: string | null): [RateLimitName, string] =>
  device === null ? ["second-factor-account", userId] : ["second-factor-device", `${userId} ${device}`];

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

/** Accepts a recovery code, once, and tells the user by mail. */
export function acceptRecoveryCode(ctx: Context, user: UserActor, code: string): Promise<boolean> {
  return mutate({ ...ctx, actor: user }, "user.use_recovery_code", async (tx) => {
    const { userId } = user;
    if (!(await useRecoveryCode(tx, ctx, userId, code))) return { result: false, audit: null };
    const left = await countRecoveryCodes(tx, userId);
    const row = await findUser(tx, userId);
    const eventKey = `second factor ${ctx.newId()}`;
    if (row) await queueSecurityMail(tx, ctx, row, recoveryCodeUsed(left), eventKey);
    return {
      result: true,
      audit: { type: "user", id: userId, tenantId: null, after: { recoveryCodesLeft: left } },
    };
  });
}

/** The user, whose account must be enabled and still have this session version. */
export async function findUser(tx: Reader, userId: string) {
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  return user ?? null;
}
