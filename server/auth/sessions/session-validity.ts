import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Transaction } from "@/db/client.ts";
import { users } from "@/db/schema/index.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { sessionExpired } from "@/shared/errors.ts";
import { hasLiveSession } from "./session-store.ts";

const ACCESS_CHECK_INTERVAL_MS = 2_000;

/** Condition that the session of an actor is valid; without a session, that the account is. */
export const isSessionValid = ({
  userId,
  sessionVersion,
  sessionId,
}: Pick<UserActor, "userId" | "sessionVersion" | "sessionId">): SQL | undefined =>
  and(
    eq(users.id, userId),
    isNull(users.disabledAt),
    sessionVersion === undefined ? undefined : eq(users.sessionVersion, sessionVersion),
    sessionId === undefined ? undefined : hasLiveSession(sessionId),
  );

/**
 * Row of the acting user, locked. What adds access to an account starts with it: a session that was ended meanwhile, as by
 * the claim of the address, leaves none behind.
 * @throws AppError `UNAUTHENTICATED`
 */
export async function lockActingUser(tx: Transaction, { actor }: Pick<Context, "actor">) {
  if (actor.kind !== "user") throw sessionExpired();
  const { userId, sessionId, sessionVersion } = actor;
  // By the version alone: in the scope of a tenant, sessions are not visible.
  const isOwn = isSessionValid({ userId, ...(sessionId && { sessionVersion }) });
  const [user] = await tx.select().from(users).where(isOwn).for("no key update");
  if (!user) throw sessionExpired();
  return user;
}

/**
 * Stream that ends when `isAllowed` turns false. Streams outlive the request that opened them, so access is checked
 * again before an item, at most every two seconds.
 */
export async function* streamWhileAllowed<T>(
  ctx: Context,
  isAllowed: () => Promise<boolean>,
  stream: AsyncIterable<T>,
): AsyncGenerator<T> {
  const now = () => ctx.now().getTime();
  let checkedAt = now();
  for await (const item of stream) {
    if (now() - checkedAt >= ACCESS_CHECK_INTERVAL_MS) {
      if (!(await isAllowed())) return;
      checkedAt = now();
    }
    yield item;
  }
}
