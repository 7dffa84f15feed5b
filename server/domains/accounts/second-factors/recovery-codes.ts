import { createHash, randomInt } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import { recoveryCodes } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";

export const RECOVERY_CODE_COUNT = 10;
/** Without letters and digits that look alike. */
const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Replaces the recovery codes of a user. Returns the new ones, which are stored as digests only. */
export async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, createCode);
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, digest: digestOf(userId, code) })));
  return codes;
}

/** Uses a recovery code, once: of ten that use it together one gets true. */
export async function useRecoveryCode(
  tx: Transaction,
  ctx: Context,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: ctx.now() })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.digest, digestOf(userId, code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ digest: recoveryCodes.digest });
  return used.length > 0;
}

export const countRecoveryCodes = (tx: Reader, userId: string): Promise<number> =>
  tx.$count(recoveryCodes, and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt)));

/** 79 bits, in groups: "abcd-efgh-jkmn-pqrs". */
const createCode = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  ).join("-");

/** Digest of a code however it is typed. A code has too many values to be found from its digest. */
const digestOf = (userId: string, code: string): string =>
  createHash("sha256")
    .update(`${userId} ${code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`)
    .digest("hex");
