import { and, eq, isNull, type SQL } from "drizzle-orm";
import { users } from "@/db/schema/index.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
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
