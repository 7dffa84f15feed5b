import Bowser from "bowser";
import { and, eq, gt, lt, or, type SQL, sql } from "drizzle-orm";
import { sessions, users } from "@/db/schema/index.ts";
import type { Context } from "@/server/core/context.ts";
import { writeUnaudited } from "@/server/core/transactions.ts";

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

/** Browser and system that signed in, without versions and models, which the list of sessions does not need. */
interface ClientDescription {
  /** "Firefox"; null if it is unknown. */
  browser: string | null;
  /** "Windows"; null if it is unknown. */
  system: string | null;
}

const MAX_PARSED_LENGTH = 512;
/** Names of browsers and systems; other text of a header is not kept. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 .+-]{0,39}$/;

/** Browser and operating system of a `User-Agent` header. */
export function describeClient(userAgent: string | null): ClientDescription {
  const text = userAgent?.slice(0, MAX_PARSED_LENGTH).trim();
  if (!text) return { browser: null, system: null };
  const parser = Bowser.getParser(text);
  return { browser: toName(parser.getBrowserName()), system: toName(parser.getOSName()) };
}

const toName = (name: string | undefined): string | null => (name && NAME.test(name) ? name : null);
