import { eq } from "drizzle-orm";
import { userIdentities, users } from "@/db/schema/index.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { isMailAvailable } from "@/server/core/env/env.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { sessionExpired } from "@/shared/errors.ts";
import { namedAs } from "@/shared/name-skeleton.ts";
import { findPendingEmail } from "./email-address.ts";
import type { AccountView } from "./view.ts";

/** Account of the signed-in user. */
export async function getAccount(ctx: Context): Promise<AccountView> {
  const userId = requireUser(ctx);
  return read(ctx, async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId));
    if (!user) throw sessionExpired();
    const identities = await tx
      .select({ provider: userIdentities.provider })
      .from(userIdentities)
      .where(eq(userIdentities.userId, userId))
      .orderBy(userIdentities.provider);
    return {
      id: user.id,
      name: user.name,
      email: user.email,
      isEmailVerified: user.emailVerifiedAt !== null,
      pendingEmail: await findPendingEmail(tx, ctx, userId),
      claimedEmail: user.claimedEmail,
      isMailAvailable: isMailAvailable(),
      hasPassword: user.passwordHash !== null,
      providers: identities.map(({ provider }) => provider),
      createdAt: user.createdAt.toISOString(),
    };
  });
}

/** Renames the signed-in user. */
export async function renameUser(ctx: Context, name: string): Promise<void> {
  const userId = requireUser(ctx);
  await mutate(ctx, "user.rename", async (tx) => {
    const [before] = await tx
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (!before) throw sessionExpired();
    await tx.update(users).set(namedAs(name)).where(eq(users.id, userId));
    return {
      result: undefined,
      audit: { type: "user", id: userId, tenantId: null, before, after: { name } },
    };
  });
}
