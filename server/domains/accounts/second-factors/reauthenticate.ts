import { eq } from "drizzle-orm";
import { passkeys, totpFactors } from "@/db/schema/index.ts";
import { isConfirmed } from "@/server/auth/sign-in/account-access.ts";
import { type Client, withinLimits } from "@/server/auth/sign-in/sign-in-attempts.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { read } from "@/server/core/transactions.ts";
import { sessionExpired, validationFailed } from "@/shared/errors.ts";
import { confirmPassword } from "../settings/password.ts";
import type { Reauthenticate } from "./input.ts";
import { createAuthenticationOptions, verifyPasskey } from "./passkeys.ts";
import { findRelyingParty } from "./relying-party.ts";
import { acceptTotp, codeLimits, findUser } from "./verify-code.ts";

/** Ways in which the signed-in user can confirm who they are, with the options of passkeys. */
export async function describeReauthentication(ctx: Context) {
  const userId = requireUser(ctx);
  const [user, hasTotp, hasPasskey] = await read(ctx, async (tx) => [
    await findUser(tx, userId),
    (await tx.$count(totpFactors, isConfirmed(userId))) > 0,
    (await tx.$count(passkeys, eq(passkeys.userId, userId))) > 0,
  ]);
  if (!user) throw sessionExpired();
  const canUsePasskey = hasPasskey && findRelyingParty() !== null;
  return {
    hasPassword: user.passwordHash !== null,
    hasTotp,
    passkey: canUsePasskey ? await createAuthenticationOptions(ctx, "REAUTHENTICATION", userId) : null,
  };
}

/**
 * Confirms who the signed-in user is, by password, TOTP code or passkey.
 * @returns the time from which the session counts as authenticated
 * @throws AppError `VALIDATION_FAILED` for a wrong answer, `RATE_LIMITED`
 */
export async function reauthenticate(ctx: Context, proof: Reauthenticate, client: Client): Promise<number> {
  const userId = requireUser(ctx);
  if ("password" in proof) await confirmPassword(ctx, proof.password, client, "password");
  else if ("code" in proof) await confirmCode(ctx, userId, proof.code);
  else if (!(await verifyPasskey(ctx, proof.passkey, "REAUTHENTICATION", userId)))
    throw validationFailed([{ path: "passkey", message: "was refused. Try again" }]);
  return ctx.now().getTime();
}

async function confirmCode(ctx: Context, userId: string, code: string): Promise<void> {
  const isAccepted = await withinLimits(codeLimits(userId), () => acceptTotp(ctx, userId, code));
  if (!isAccepted) throw validationFailed([{ path: "code", message: "is incorrect or was used" }]);
}
