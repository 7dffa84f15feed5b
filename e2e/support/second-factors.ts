import { randomUUID } from "node:crypto";
import { createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { type Context, createContext, database, type UserActor } from "@/server/core/context.ts";
import { confirmTotp, startTotp } from "@/server/domains/accounts/second-factors/service.ts";
import { atTime } from "./platform.ts";
import { MID_STEP, totpCode } from "./totp-code.ts";

export const PASSWORD = "correct horse battery staple";

/** Context of a new user with a password, who signed in now. */
export async function signInUser(values: Parameters<typeof createUser>[1] = {}): Promise<Context<UserActor>> {
  const user = await createUser(database().systemDb.orm, {
    passwordHash: await hashPassword(PASSWORD),
    ...values,
  });
  return atTime(createContext(toUserActor(user, MID_STEP), randomUUID()), MID_STEP);
}

/** User with a TOTP app, whose present code is used by the setup. */
export async function signInUserWithTotp(values: Parameters<typeof createUser>[1] = {}) {
  const ctx = await signInUser(values);
  const { secret } = await startTotp(ctx);
  const code = totpCode(secret, -1);
  const { recoveryCodes, sessionVersion } = await confirmTotp(
    ctx,
    { code, password: PASSWORD },
    { address: randomUUID() },
  );
  return {
    ctx: { ...ctx, actor: { ...ctx.actor, sessionVersion, hasSecondFactor: true } },
    secret,
    recoveryCodes: recoveryCodes ?? [],
    claim: { userId: ctx.actor.userId, sessionVersion, hasSecondFactor: true, isClaimed: false },
  };
}
