import { and, eq, lt, sql } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { authenticationChallenges, passkeys, totpFactors, users } from "@/db/schema/index.ts";
import { type SessionOwner, toUserActor } from "@/server/auth/sessions/load-session.ts";
import { isSessionValid } from "@/server/auth/sessions/session-validity.ts";
import { isConfirmed } from "@/server/auth/sign-in/account-access.ts";
import { type SignInClaim, toSignInClaim } from "@/server/auth/sign-in/password.ts";
import { withinLimits } from "@/server/auth/sign-in/sign-in-attempts.ts";
import type { Context } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { createChallenge, isOpen, takeChallenge } from "./challenges.ts";
import type { PasskeyAnswer, SecondStepProof } from "./input.ts";
import { createAuthenticationOptions, verifyPasskey } from "./passkeys.ts";
import { findRelyingParty } from "./relying-party.ts";
import { acceptRecoveryCode, acceptTotp, codeLimits, isTotpCode } from "./verify-code.ts";

/** Answers to one second step; after that the password is asked for again. */
const MAX_ATTEMPTS = 5;

/** Begins the second step of a sign-in whose password or provider was right. Returns its secret, for a cookie. */
export const startSecondStep = (ctx: Context, { userId, sessionVersion }: SessionOwner): Promise<string> =>
  createChallenge(ctx, { purpose: "SECOND_STEP", userId, sessionVersion });

/** Ways to take the second step, with the options of passkeys. Null if it has ended. */
export async function describeSecondStep(ctx: Context, secret: string) {
  const userId = await read(ctx, async (tx) => {
    const [step] = await tx
      .select()
      .from(authenticationChallenges)
      .where(and(isOpen(ctx, secret, "SECOND_STEP"), lt(authenticationChallenges.attempts, MAX_ATTEMPTS)));
    return step?.userId ?? null;
  });
  if (userId === null) return null;
  const [hasTotp, hasPasskey] = await read(ctx, async (tx) => [
    (await tx.$count(totpFactors, isConfirmed(userId))) > 0,
    (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0,
  ]);
  const canUsePasskey = hasPasskey && findRelyingParty() !== null;
  return {
    hasTotp,
    passkey: canUsePasskey ? await createAuthenticationOptions(ctx, "SECOND_STEP_PASSKEY", userId) : null,
  };
}

/**
 * Takes the second step. Codes are limited for the account, whatever browser or address they come from; passkeys, which
 * cannot be guessed, are not.
 * @returns whose session may begin; "expired" if the sign-in must begin again, "incorrect" for a wrong answer
 * @throws AppError `RATE_LIMITED`
 */
export async function completeSecondStep(
  ctx: Context,
  secret: string,
  proof: SecondStepProof,
): Promise<SignInClaim | "expired" | "incorrect"> {
  const user = await countAttempt(ctx, secret);
  if (!user) return "expired";
  const userId = user.id;
  const take = (tx: Transaction) => takeChallenge(tx, ctx, secret, { purpose: "SECOND_STEP", userId });
  if ("code" in proof && !isTotpCode(proof.code)) {
    const result = await withinLimits(codeLimits(userId), () =>
      acceptRecoveryCode(ctx, toUserActor(user), proof.code, take),
    );
    if (result === null) return "incorrect";
    return result === "taken" ? toSignInClaim(user) : "expired";
  }
  const isProven =
    "code" in proof
      ? await withinLimits(codeLimits(userId), () => acceptTotp(ctx, userId, proof.code))
      : await verifyPasskey(ctx, proof.passkey, "SECOND_STEP_PASSKEY", userId);
  if (!isProven) return "incorrect";
  return (await writeUnaudited(ctx, take)) ? toSignInClaim(user) : "expired";
}

/** Session of the owner of a passkey, without a password; null for a wrong answer. */
export async function signInWithPasskey(ctx: Context, answer: PasskeyAnswer): Promise<SignInClaim | null> {
  if (!findRelyingParty()) return null;
  const passkey = await verifyPasskey(ctx, answer, "PASSKEY_SIGN_IN", null);
  if (!passkey) return null;
  const [user] = await read(ctx, (tx) =>
    tx
      .select()
      .from(users)
      .where(isSessionValid({ userId: passkey.userId })),
  );
  return user ? toSignInClaim(user) : null;
}

/** Counts an answer, and returns the user who gives it; null if the step, the session or the account has ended. */
async function countAttempt(ctx: Context, secret: string) {
  return writeUnaudited(ctx, async (tx) => {
    const [step] = await tx
      .update(authenticationChallenges)
      .set({ attempts: sql`${authenticationChallenges.attempts} + 1` })
      .where(and(isOpen(ctx, secret, "SECOND_STEP"), lt(authenticationChallenges.attempts, MAX_ATTEMPTS)))
      .returning();
    if (!step?.userId || step.sessionVersion === null) return null;
    const { userId, sessionVersion } = step;
    const [user] = await tx.select().from(users).where(isSessionValid({ userId, sessionVersion }));
    return user ?? null;
  });
}
