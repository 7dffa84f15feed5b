import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, lte } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { authenticationChallenges } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import type { ChallengePurpose } from "@/shared/vocabulary.ts";

export const CHALLENGE_TTL_MS = 5 * 60_000;

interface NewChallenge {
  purpose: ChallengePurpose;
  /** User who may answer; null for any user with a passkey. */
  userId: string | null;
  sessionVersion?: number;
}

/** Stores a challenge. Returns its secret, of which the database holds the digest. */
export async function createChallenge(ctx: Context, challenge: NewChallenge): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  const expiresAt = new Date(ctx.now().getTime() + CHALLENGE_TTL_MS);
  await writeUnaudited(ctx, (tx) =>
    tx.insert(authenticationChallenges).values({ ...challenge, digest: digestOf(secret), expiresAt }),
  );
  return secret;
}

/** Takes a challenge, once: of ten that answer it together one gets true. */
export async function takeChallenge(
  tx: Transaction,
  ctx: Context,
  secret: string,
  { purpose, userId }: NewChallenge,
): Promise<boolean> {
  const taken = await tx
    .delete(authenticationChallenges)
    .where(
      and(
        isOpen(ctx, secret, purpose),
        userId === null
          ? isNull(authenticationChallenges.userId)
          : eq(authenticationChallenges.userId, userId),
      ),
    )
    .returning({ digest: authenticationChallenges.digest });
  return taken.length > 0;
}

/** Ends all challenges of a user for a purpose. */
export async function endChallenges(
  tx: Transaction,
  userId: string,
  purpose: ChallengePurpose,
): Promise<void> {
  const isOne = and(
    eq(authenticationChallenges.userId, userId),
    eq(authenticationChallenges.purpose, purpose),
  );
  await tx.delete(authenticationChallenges).where(isOne);
}

/** Condition of an unexpired challenge. */
export const isOpen = (ctx: Context, secret: string, purpose: ChallengePurpose) =>
  and(
    eq(authenticationChallenges.digest, digestOf(secret)),
    eq(authenticationChallenges.purpose, purpose),
    gt(authenticationChallenges.expiresAt, ctx.now()),
  );

/** Deletes expired challenges. */
export async function purgeChallenges(ctx: Context): Promise<void> {
  await writeUnaudited(ctx, (tx) =>
    tx.delete(authenticationChallenges).where(lte(authenticationChallenges.expiresAt, ctx.now())),
  );
}

/** Unsalted SHA-256 is enough for 256 random bits. */
const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");
