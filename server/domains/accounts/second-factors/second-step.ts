import { and, eq, lt, sql } from "drizzle-orm";
import { authenticationChallenges, passkeys, totpFactors, users } from "@/db/schema/index.ts";
import { consumeRateLimit, refundRateLimit } from "@/server/auth/rate-limits/rate-limiter.ts";
import { type SessionOwner, toUserActor } from "@/server/auth/sessions/load-session.ts";
import { isSessionValid } from "@/server/auth/sessions/session-validity.ts";
import type { SignInClaim } from "@/server/auth/sign-in/password.ts";
import type { Context } from "@/server/core/context.ts";
import { read, writeUnaudited } from "@/server/core/transactions.ts";
import { createChallenge, isOpen, takeChallenge } from "./challenges.ts";
import type { PasskeyAnswer, SecondStepProof } from "./input.ts";
import { createAuthenticationOptions, verifyPasskey } from "./passkeys.ts";
import { findRelyingParty } from "./relying-party.ts";
import { acceptRecoveryCode, acceptTotp, codeLimit, isTotpCode } from "./verify-code.ts";

/** Answers to one second step; after that the password is asked for again. */
const MAX_ATTEMPTS = 5;

/** Begins the second step of a sign-in whose password or provider was right. Returns its secret, for a cookie. */
export const startSecondStep = (ctx: Context, { userId, sessionVersion }: SignInClaim): Promise<string> =>
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
    (await tx.$count(totpFactors, and(eq(totpFactors.userId, userId), sql`confirmed_at is not null`))) > 0,
    (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0,
  ]);
  const canUsePasskey = hasPasskey && findRelyingParty() !== null;
  return {
    hasTotp,
    passkey: canUsePasskey ? await createAuthenticationOptions(ctx, "SECOND_STEP_PASSKEY", userId) : null,
  };
}

/**
 * Takes the second step. TOTP codes are limited for the account; a browser that signed in before has a limit of its own,
 * and recovery codes and passkeys, which cannot be guessed, have none, so wrong codes lock no user out.
 * @returns whose session may begin; "expired" if the sign-in must begin again, "incorrect" for a wrong answer
 * @throws AppError `RATE_LIMITED`
 */
export async function completeSecondStep(
  ctx: Context,
  secret: string,
  proof: SecondStepProof,
  deviceOf: (email: string) => Promise<string | null>,
): Promise<(SessionOwner & { email: string }) | "expired" | "incorrect"> {
  const step = await countAttempt(ctx, secret);
  if (!step) return "expired";
  const { id: userId, email, sessionVersion } = step;
  const limit =
    "code" in proof && isTotpCode(proof.code) ? await codeLimit(userId, await deviceOf(email)) : null;
  if (limit) await consumeRateLimit(...limit);
  if (!(await isProven(ctx, step, proof))) return "incorrect";
  if (limit) await refundRateLimit(...limit);
  const isTaken = await writeUnaudited(ctx, (tx) =>
    takeChallenge(tx, ctx, secret, { purpose: "SECOND_STEP", userId }),
  );
  return isTaken ? { userId, sessionVersion, email } : "expired";
}

/** Session of the owner of a passkey, without a password; null for a wrong answer. */
export async function signInWithPasskey(
  ctx: Context,
  answer: PasskeyAnswer,
): Promise<(SessionOwner & { email: string }) | null> {
  if (!findRelyingParty()) return null;
  const passkey = await verifyPasskey(ctx, answer, "PASSKEY_SIGN_IN", null);
  if (!passkey) return null;
  const [user] = await read(ctx, (tx) =>
    tx
      .select()
      .from(users)
      .where(isSessionValid({ userId: passkey.userId })),
  );
  return user ? { userId: user.id, sessionVersion: user.sessionVersion, email: user.email } : null;
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

function isProven(ctx: Context, user: typeof users.$inferSelect, proof: SecondStepProof): Promise<boolean> {
  if ("passkey" in proof) {
    return verifyPasskey(ctx, proof.passkey, "SECOND_STEP_PASSKEY", user.id).then(Boolean);
  }
  return isTotpCode(proof.code)
    ? acceptTotp(ctx, user.id, proof.code)
    : acceptRecoveryCode(ctx, toUserActor(user), proof.code);
}
