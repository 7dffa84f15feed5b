import { and, count, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import type { Reader, Transaction } from "@/db/client.ts";
import {
  apiTokens,
  passkeys,
  recoveryCodes,
  sessions,
  tenants,
  totpFactors,
  users,
} from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { runAfterCommit } from "@/server/core/transactions.ts";
import { isLive } from "../sessions/session-store.ts";
import { evictCredential } from "../tokens/token-credentials.ts";

/** Ways into an account beside its password. */
export interface AccountAccess {
  sessions: number;
  /** API tokens that are neither revoked nor expired, oldest first. */
  tokens: { name: string; lastFour: string; workspace: string }[];
  /** Names of passkeys, oldest first. */
  passkeys: string[];
  hasTotp: boolean;
}

export async function readAccess(
  tx: Reader,
  ctx: Pick<Context, "now">,
  userId: string,
): Promise<AccountAccess> {
  const [open] = await tx
    .select({ count: count() })
    .from(sessions)
    .innerJoin(users, isLive())
    .where(eq(users.id, userId));
  const tokens = await tx
    .select({ name: apiTokens.name, lastFour: apiTokens.lastFour, workspace: tenants.name })
    .from(apiTokens)
    .innerJoin(tenants, eq(tenants.id, apiTokens.tenantId))
    .where(and(isUnrevoked(userId), gt(apiTokens.expiresAt, ctx.now())))
    .orderBy(apiTokens.createdAt, apiTokens.id);
  const known = await tx.query.passkeys.findMany({
    where: eq(passkeys.userId, userId),
    orderBy: [passkeys.createdAt, passkeys.id],
  });
  return {
    sessions: open?.count ?? 0,
    tokens,
    passkeys: known.map(({ name }) => name),
    hasTotp: (await tx.$count(totpFactors, isConfirmed(userId))) > 0,
  };
}

const isUnrevoked = (userId: string) => and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt));

/** Condition of a TOTP app in use. */
export const isConfirmed = (userId: string) =>
  and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAt));

/** Revokes the API tokens of a user in all tenants, effective within 5 s in every process. @returns their number */
export async function endTokens(tx: Transaction, ctx: Context, userId: string): Promise<number> {
  const ended = await tx
    .update(apiTokens)
    .set({ revokedAt: ctx.now() })
    .where(isUnrevoked(userId))
    .returning({ id: apiTokens.id });
  runAfterCommit(ctx, () => {
    for (const { id } of ended) evictCredential(id);
  });
  return ended.length;
}

/** Second factors that can be removed apart. */
export type FactorKind = "totp" | "passkeys";

/** Removes second factors of a user. Recovery codes go with the TOTP app, and with the last factor. */
export async function endFactors(
  tx: Transaction,
  userId: string,
  kinds: readonly FactorKind[],
): Promise<{ totp: boolean; passkeys: number }> {
  const endsTotp = kinds.includes("totp");
  const hadTotp = endsTotp && (await tx.$count(totpFactors, isConfirmed(userId))) > 0;
  if (endsTotp) await tx.delete(totpFactors).where(eq(totpFactors.userId, userId));
  const removed = kinds.includes("passkeys")
    ? await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
    : [];
  const hasFactor = await hasSecondFactor(tx, userId);
  if (endsTotp || !hasFactor) await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (!hasFactor) await tx.update(users).set({ secondFactorAt: null }).where(eq(users.id, userId));
  return { totp: hadTotp, passkeys: removed.length };
}

export async function hasSecondFactor(tx: Reader, userId: string): Promise<boolean> {
  const counts = [
    await tx.$count(totpFactors, isConfirmed(userId)),
    await tx.$count(passkeys, eq(passkeys.userId, userId)),
  ];
  return counts.some((found) => found > 0);
}

/** Next session version, which ends all sessions of a user. */
export const nextSessionVersion = sql`${users.sessionVersion} + 1`;
