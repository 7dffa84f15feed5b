import { and, desc, eq, ne, sql } from "drizzle-orm";
import { sessions, users } from "@/db/schema/index.ts";
import { isLive } from "@/server/auth/sessions/session-store.ts";
import { requireUser } from "@/server/core/authorize.ts";
import type { Context } from "@/server/core/context.ts";
import { mutate, read } from "@/server/core/transactions.ts";
import { notFound, sessionExpired } from "@/shared/errors.ts";
import type { SessionList } from "./view.ts";

const MAX_LISTED_SESSIONS = 50;

/** Sessions of the signed-in user: the one that asks, then the others, last active first. */
export async function listSessions(ctx: Context): Promise<SessionList> {
  const isOwn = and(eq(sessions.userId, requireUser(ctx)), isLive());
  const current = currentSession(ctx);
  const isCurrent = sql<boolean>`${sessions.id} = ${current}`;
  const rows = await read(ctx, (tx) =>
    tx
      .select({ session: sessions, isCurrent, total: sql<number>`count(*) over ()::integer` })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(isOwn)
      .orderBy(desc(isCurrent), desc(sessions.lastActiveAt), desc(sessions.id))
      .limit(MAX_LISTED_SESSIONS),
  );
  return {
    sessions: rows.map(({ session, isCurrent }) => ({
      id: session.id,
      browser: session.browser,
      system: session.system,
      isCurrent,
      lastActiveAt: session.lastActiveAt.toISOString(),
      signedInAt: session.createdAt.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** Ends a session of the signed-in user. @throws AppError `NOT_FOUND`, also for another user's session */
export async function endSession(ctx: Context, sessionId: string): Promise<void> {
  const userId = requireUser(ctx);
  await mutate(ctx, "user.end_session", async (tx) => {
    const [ended] = await tx
      .delete(sessions)
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
      .returning();
    if (!ended) throw notFound("session");
    const { browser, system } = ended;
    return {
      result: undefined,
      audit: { type: "user", id: userId, tenantId: null, before: { browser, system } },
    };
  });
}

/** Ends all sessions of the signed-in user but the one that asks. @returns their number */
export async function endOtherSessions(ctx: Context): Promise<number> {
  const userId = requireUser(ctx);
  return mutate(ctx, "user.end_other_sessions", async (tx) => {
    const { length: count } = await tx
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), ne(sessions.id, currentSession(ctx))))
      .returning({ id: sessions.id });
    const audit = { type: "user" as const, id: userId, tenantId: null, after: { sessions: count } };
    return { result: count, audit: count > 0 ? audit : null };
  });
}

/** Session that asks. @throws AppError `UNAUTHENTICATED` for an actor without one */
function currentSession({ actor }: Context): string {
  if (actor.kind !== "user" || actor.sessionId === undefined) throw sessionExpired();
  return actor.sessionId;
}
