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

/** Email address and password of a sign-in form. */
export const PasswordSignIn = z.object({
  email: z.string().trim().toLowerCase().max(MAX_EMAIL_LENGTH),
  password: z.string().max(MAX_TYPED_PASSWORD_UNITS),
});
export type PasswordSignIn = z.output<typeof PasswordSignIn>;

/** Session that may begin: at once, or after the second step if the account has a second factor. */
export interface SignInClaim extends SessionOwner {
  hasSecondFactor: boolean;
}

/**
 * Password sign-in within the limits of `limitSignInAttempts`; sessions stay open.
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
 * User with this email address and password, or null. An unknown address costs the same hashing as a wrong password, and
 * waits for it in the same queue, so neither the answer nor its time tells which it was. Accounts whose address its owner
 * claimed sign in with that address, too: where there are any, every failure costs a second hash.
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

/** The account of an address, and the one that had it last before its owner claimed it. One statement for every address. */
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
