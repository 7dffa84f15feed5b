import { and, eq } from "drizzle-orm";
import { userIdentities, users } from "@/db/schema/index.ts";
import { foldAddress } from "@/server/core/account-fields.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { databaseError } from "@/shared/errors.ts";
import { claimAddress } from "./claim-address.ts";
import { createUser, type ExternalIdentity } from "./external-identity.ts";
import { type SignInClaim, toSignInClaim } from "./password.ts";

/**
 * User of an external identity. A new identity creates a user, unless its email address belongs to one that verified it:
 * then null, since the provider does not prove that both are the same person. An unverified account gives the address up.
 */
export async function findByIdentity(ctx: Context, identity: ExternalIdentity): Promise<SignInClaim | null> {
  const known = await findIdentity(ctx, identity);
  if (known) return known.disabledAt ? null : known.claim;
  try {
    const created = await createFromIdentity(ctx, { ...identity, email: foldAddress(identity.email) });
    if (created) return created;
  } catch (error) {
    if (databaseError(error).code !== UNIQUE_VIOLATION) throw error;
  }
  // Another first sign-in may have created the account meanwhile: of this identity, or of another with the same address.
  return (await findIdentity(ctx, identity))?.claim ?? null;
}

const UNIQUE_VIOLATION = "23505";

async function findIdentity(ctx: Context, { provider, accountId }: { provider: string; accountId: string }) {
  const [identity] = await read(ctx, (tx) =>
    tx
      .select({ user: users })
      .from(userIdentities)
      .innerJoin(users, eq(users.id, userIdentities.userId))
      .where(and(eq(userIdentities.provider, provider), eq(userIdentities.providerAccountId, accountId))),
  );
  return identity ? { claim: toSignInClaim(identity.user), disabledAt: identity.user.disabledAt } : null;
}

async function createFromIdentity(ctx: Context, identity: ExternalIdentity): Promise<SignInClaim | null> {
  const userId = ctx.newId();
  return mutate(ctx, "user.create", async (tx, joined) => {
    const { isVerified } = await claimAddress(tx, joined, identity.email);
    if (isVerified) return { result: null, audit: null };
    const { email, name } = identity;
    await createUser(tx, { id: userId, email, name, emailVerifiedAt: ctx.now() });
    await tx
      .insert(userIdentities)
      .values({ provider: identity.provider, providerAccountId: identity.accountId, userId });
    return {
      result: { userId, sessionVersion: 1, hasSecondFactor: false, isClaimed: false },
      audit: { type: "user", id: userId, tenantId: null, after: { provider: identity.provider } },
    };
  });
}
