import { and, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import { sessions, users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";
import { describeClient } from "./describe-client.ts";

/** Lifetime of a session. */
export const SESSION_TTL_SECONDS = 7 * 86_400;

/** Precision of the time at which a session was last active: a session writes at most once in this interval. */
export const ACTIVITY_INTERVAL_MS = 5 * 60_000;

const expiryFrom = (ctx: Context): Date => new Date(ctx.now().getTime() + SESSION_TTL_SECONDS * 1_000);

/** Stores a session that begins now, and returns its id. A cookie without its row is not accepted. */
export async function startSession(
  ctx: Context,
  { userId, sessionVersion }: { userId: string; sessionVersion: number },
  userAgent: string | null,
): Promise<string> {
  const id = ctx.newId();
  const now = ctx.now();
  const client = describeClient(userAgent);
  const times = { createdAt: now, lastActiveAt: now, expiresAt: expiryFrom(ctx) };
  await writeUnaudited(ctx, (tx) =>
    tx.insert(sessions).values({ id, userId, sessionVersion, ...client, ...times }),
  );
  return id;
}

/**
 * Extends a session by its lifetime, and gives it the user's session version if that changed.
 * @returns false if the session was revoked meanwhile
 */
export async function continueSession(
  ctx: Context,
  { userId, sessionId, sessionVersion }: { userId: string; sessionId: string; sessionVersion: number },
): Promise<boolean> {
  const continued = await writeUnaudited(ctx, (tx) =>
    tx
      .update(sessions)
      .set({ sessionVersion, expiresAt: expiryFrom(ctx) })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning({ id: sessions.id }),
  );
  return continued.length > 0;
}

/** Condition of a join of sessions with users: the session has neither expired nor been revoked. */
export const isLive = (): SQL | undefined =>
  and(
    eq(sessions.userId, users.id),
    eq(sessions.sessionVersion, users.sessionVersion),
    gt(sessions.expiresAt, sql`now()`),
  );

/** Condition on a user's row: the user has this session, and it is live. */
export const hasLiveSession = (sessionId: string): SQL =>
  sql`exists (select from ${sessions} where ${and(eq(sessions.id, sessionId), isLive())})`;

/** Records that a session is in use, at most once in `ACTIVITY_INTERVAL_MS`. */
export async function recordActivity(
  ctx: Context,
  { id, lastActiveAt }: Pick<typeof sessions.$inferSelect, "id" | "lastActiveAt">,
): Promise<void> {
  const now = ctx.now();
  if (now.getTime() - lastActiveAt.getTime() <= ACTIVITY_INTERVAL_MS) return;
  const isStale = lt(sessions.lastActiveAt, new Date(now.getTime() - ACTIVITY_INTERVAL_MS));
  await writeUnaudited(ctx, (tx) =>
    tx
      .update(sessions)
      .set({ lastActiveAt: now })
      .where(and(eq(sessions.id, id), isStale)),
  );
}

/** Deletes sessions that have ended. */
export async function purgeSessions(ctx: Context): Promise<void> {
  await writeUnaudited(ctx, (tx) =>
    tx
      .delete(sessions)
      .where(
        or(
          lt(sessions.expiresAt, ctx.now()),
          sql`exists (select from ${users} where ${and(
            eq(users.id, sessions.userId),
            or(
              sql`${users.sessionVersion} <> ${sessions.sessionVersion}`,
              sql`${users.disabledAt} is not null`,
            ),
          )})`,
        ),
      ),
  );
}
