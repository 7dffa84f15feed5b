import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/db/schema/index.ts";
import { MAX_TYPED_PASSWORD_UNITS } from "@/server/core/account-fields.ts";
import { requestLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { MAX_EMAIL_LENGTH } from "@/shared/bounds.ts";
import type { SessionOwner } from "../sessions/load-session.ts";
import { verifyPassword } from "./password-hashing.ts";
import { limitSignInAttempts } from "./sign-in-attempts.ts";

export const PasswordSignIn = z.object({
  email: z.string().trim().toLowerCase().max(MAX_EMAIL_LENGTH),
  password: z.string().max(MAX_TYPED_PASSWORD_UNITS),
});
export type PasswordSignIn = z.output<typeof PasswordSignIn>;

/** Result of a correct password: a session, or a second step if the account has a second factor. */
export interface SignInClaim extends SessionOwner {
  hasSecondFactor: boolean;
}

/**
 * Password sign-in within the limits of `limitSignInAttempts`. Other sessions stay open.
 * @throws AppError `RATE_LIMITED`, `UNAVAILABLE` while too many passwords are being checked
 */
export function signInWithPassword(
  ctx: Context,
  input: PasswordSignIn,
  address: string,
  device: string | null = null,
): Promise<SignInClaim | null> {
  return limitSignInAttempts(input.email, { address, device }, () => findByPassword(ctx, input));
}

/**
 * User with this email address and password, or null. An unknown address costs the same hash in the same queue as a
 * wrong password, so neither the answer nor its time reveals which one it was. An account that gave up its address
 * (`claimAddress`) still signs in with it. If there is such an account, each failure costs a second hash.
 */
async function findByPassword(ctx: Context, input: PasswordSignIn): Promise<SignInClaim | null> {
  const { user, claimed, hasClaimed } = await withConcurrencyLimit(requestLimit(), () =>
    findAccounts(ctx, input.email),
  );
  const accounts = hasClaimed ? [user, claimed] : [user];
  for (const account of accounts) {
    const matches = await verifyPassword(account?.passwordHash ?? null, input.password);
    if (account && matches) return toSignInClaim(account);
  }
  return null;
}

/** Accounts to try for an address: the present one, and the last one that gave it up. Always one statement. */
async function findAccounts(ctx: Context, email: string) {
  const hasClaimed = sql`select exists (select from ${users} where ${isNotNull(users.claimedEmail)}) as has_claimed`;
  const rows = await lookUp(ctx, (reader) =>
    reader
      .select({ hasClaimed: sql<boolean>`has_claimed`, account: users })
      .from(sql`(${hasClaimed}) found`)
      .leftJoin(
        users,
        and(or(eq(users.email, email), eq(users.claimedEmail, email)), isNull(users.disabledAt)),
      )
      .orderBy(desc(users.createdAt)),
  );
  const accounts = rows.flatMap(({ account }) => account ?? []);
  return {
    user: accounts.find((account) => account.email === email),
    claimed: accounts.find((account) => account.claimedEmail === email),
    hasClaimed: rows[0]?.hasClaimed ?? false,
  };
}

export const toSignInClaim = (
  user: Pick<typeof users.$inferSelect, "id" | "sessionVersion" | "secondFactorAt">,
) => ({
  userId: user.id,
  sessionVersion: user.sessionVersion,
  hasSecondFactor: user.secondFactorAt !== null,
});
