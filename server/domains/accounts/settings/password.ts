import { and, eq } from "drizzle-orm";
import { users } from "@/db/schema/index.ts";
import { type AccountAccess, nextSessionVersion, readAccess } from "@/server/auth/sign-in/account-access.ts";
import { hashPassword, verifyPassword } from "@/server/auth/sign-in/password-hashing.ts";
import {
  accountLimits,
  addressLimit,
  type Client,
  withinLimits,
} from "@/server/auth/sign-in/sign-in-attempts.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { refuseEmailAsPassword } from "@/server/core/password-rules.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { AppError, sessionExpired, validationFailed } from "@/shared/errors.ts";
import { endEmailLinks } from "../email-links/links.ts";
import { queueSecurityMail } from "../email-links/mails.ts";
import type { ChangePassword } from "./input.ts";
import { passwordChanged } from "./mails.ts";

/**
 * Checks the password of the signed-in user, within the limits of sign-in.
 * @param path field of the password
 * @returns the user's row
 * @throws AppError `VALIDATION_FAILED` for a wrong password, `INVALID_TRANSITION` for a user without one, `RATE_LIMITED`
 */
export async function confirmPassword(ctx: Context, typed: string, client: Client, path: string) {
  const userId = requireUser(ctx);
  const user = await read(ctx, (tx) => tx.query.users.findFirst({ where: eq(users.id, userId) }));
  if (!user) throw sessionExpired();
  const { passwordHash } = user;
  if (passwordHash === null) throw new AppError("INVALID_TRANSITION", "This account has no password.");
  const limits = accountLimits(userId, user.claimedEmail === null ? client : { address: client.address });
  const matches = await withinLimits([...addressLimit(client.address), ...limits], () =>
    verifyPassword(passwordHash, typed, { name: userId, isPreferred: true }),
  );
  if (!matches) throw validationFailed([{ path, message: "is incorrect" }]);
  return { ...user, passwordHash };
}

/**
 * Changes the password of the signed-in user, and ends all sessions and reset links.
 * @returns the new session version, under which the caller's session continues, and the API tokens that keep working
 * @throws AppError `VALIDATION_FAILED`, `INVALID_TRANSITION`, `RATE_LIMITED`
 */
export async function changePassword(
  ctx: Context,
  input: ChangePassword,
  client: Client,
): Promise<{ sessionVersion: number; tokens: AccountAccess["tokens"] }> {
  const user = await confirmPassword(ctx, input.currentPassword, client, "currentPassword");
  refuseEmailAsPassword(input.newPassword, user.email, "newPassword");
  const passwordHash = await hashPassword(input.newPassword);
  return mutate(ctx, "user.change_password", async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, sessionVersion: nextSessionVersion })
      // The password that was confirmed, not one that was set meanwhile.
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash)))
      .returning({ sessionVersion: users.sessionVersion });
    if (!changed)
      throw new AppError("INVALID_TRANSITION", "The password was changed in the meantime. Try again.");
    // Requested with the old password in mind, or by another person.
    await endEmailLinks(tx, ctx, user.id, "RESET_PASSWORD");
    const { tokens } = await readAccess(tx, ctx, user.id);
    await queueSecurityMail(tx, ctx, user, passwordChanged(tokens), `password ${ctx.newId()}`);
    return {
      result: { sessionVersion: changed.sessionVersion, tokens },
      audit: { type: "user", id: user.id, tenantId: null },
    };
  });
}
