import { and, eq, isNull, type SQL } from "drizzle-orm";
import { users } from "@/db/schema/index.ts";
import type { Context, UserActor } from "../platform/context.ts";

const ACCESS_CHECK_INTERVAL_MS = 2_000;

/** That the session, or where there is none the account, with which somebody came is still good. */
export const isSessionValid = ({
  userId,
  sessionVersion,
}: Pick<UserActor, "userId" | "sessionVersion">): SQL | undefined =>
  and(
    eq(users.id, userId),
    isNull(users.disabledAt),
    sessionVersion === undefined ? undefined : eq(users.sessionVersion, sessionVersion),
  );

/**
 * Passes a stream on for as long as `isAllowed`, and ends it then. A stream outlives the request that opened it, so
 * before it gives anything out that is asked again, at most every two seconds.
 */
export async function* streamWhileAllowed<T>(
  ctx: Context,
  isAllowed: () => Promise<boolean>,
  stream: AsyncIterable<T>,
): AsyncGenerator<T> {
  const now = () => ctx.now().getTime();
  let lookedAt = now();
  for await (const item of stream) {
    if (now() - lookedAt >= ACCESS_CHECK_INTERVAL_MS) {
      if (!(await isAllowed())) return;
      lookedAt = now();
    }
    yield item;
  }
}
