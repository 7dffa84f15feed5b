import { eq } from "drizzle-orm";
import { users } from "@/db/schema/index.ts";
import { endFactors, nextSessionVersion } from "@/server/auth/sign-in/account-access.ts";
import { requireSuperAdmin } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate } from "@/server/core/transactions.ts";
import { AppError, notFound } from "@/shared/errors.ts";
import { queueSecurityMail } from "../email-links/mails.ts";
import { SECOND_FACTOR_RESET } from "./mails.ts";

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
