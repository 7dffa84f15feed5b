import { and, desc, eq, isNotNull, isNull, or, sql } from "drizzle-orm";
import { z } from "zod";
import { users } from "@/db/schema/index.ts";
import { MAX_TYPED_PASSWORD_UNITS } from "@/server/core/account-fields.ts";
import { requestLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import type { Context } from "@/server/core/context.ts";
import { lookUp } from "@/server/core/transactions.ts";
import { MAX_EMAIL_LENGTH } from "@/shared/bounds.ts";
import { AppError } from "@/shared/errors.ts";
import type { SessionOwner } from "../sessions/load-session.ts";
import { verifyPassword } from "./password-hashing.ts";
import { accountLimits, addressLimit, withinLimits } from "./sign-in-attempts.ts";

export const PasswordSignIn = z.object({
  email: z.string().trim().toLowerCase().max(MAX_EMAIL_LENGTH),
  password: z.string().max(MAX_TYPED_PASSWORD_UNITS),
});
export type PasswordSignIn = z.output<typeof PasswordSignIn>;

/** Result of a correct password: a session, or a second step if the account has a second factor. */
export interface SignInClaim extends SessionOwner {
  hasSecondFactor: boolean;
  /** True if the account gave up its address. It has no known devices, since others may know its password. */
  isClaimed: boolean;
}

/** Id of a browser's device cookie for a user, or null. */
export type FindDevice = (userId: string) => Promise<string | null>;

/**
 * Password sign-in within the limits of `accountLimits`, by user, whichever address was typed. Other sessions stay open.
 * An unknown address costs the same hash in the same queue as a wrong password, so neither the answer nor its time reveals
 * which one it was. An account that gave up its address (`claimAddress`) still signs in with it. If there is such an
 * account, each failure costs a second hash.
 * @throws AppError `RATE_LIMITED`, `UNAVAILABLE` while too many passwords are being checked
 */
export function signInWithPassword(
  ctx: Context,
  { email, password }: PasswordSignIn,
  address: string,
  deviceOf: FindDevice = async () => null,
): Promise<SignInClaim | null> {
  return withinLimits(addressLimit(address), async () => {
    const { user, claimed, hasClaimed } = await withConcurrencyLimit(requestLimit(), () =>
      findAccounts(ctx, email),
    );
    const device = user && user.claimedEmail === null ? await deviceOf(user.id) : null;
    const verify = async (account: Account | undefined, known: string | null) => {
      const share = { name: known ?? address, isPreferred: known !== null };
      const matches = await verifyPassword(account?.passwordHash ?? null, password, share);
      return account && matches ? toSignInClaim(account) : null;
    };
    return withinLimits(accountLimits(user?.id ?? email, { address, device }), async () => {
      const found = await verify(user, device);
      if (found || !hasClaimed) return found;
      if (!claimed) return verify(undefined, device);
      // Guesses at the one account do not lock out the other. A refused one costs the same hash.
      return withinLimits(accountLimits(claimed.id, { address }), () => verify(claimed, device)).catch(
        (error: unknown) => {
          if (error instanceof AppError && error.code === "RATE_LIMITED") return verify(undefined, device);
          throw error;
        },
      );
    });
  });
}

type Account = typeof users.$inferSelect;

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
  user: Pick<Account, "id" | "sessionVersion" | "secondFactorAt" | "claimedEmail">,
): SignInClaim => ({
  userId: user.id,
  sessionVersion: user.sessionVersion,
  hasSecondFactor: user.secondFactorAt !== null,
  isClaimed: user.claimedEmail !== null,
});
