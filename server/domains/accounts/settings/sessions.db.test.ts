import { and, desc, eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { describe, expect, it } from "vitest";
import { createMembership, createUser } from "@/db/factories.ts";
import { auditLog, sessions, users } from "@/db/schema/index.ts";
import { atTime, claimsOf, NIL_ID, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { createSession, endSessions } from "@/server/auth/sessions/load-session.ts";
import { renewSessionCookie, sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import {
  ACTIVITY_INTERVAL_MS,
  purgeSessions,
  SESSION_TTL_SECONDS,
  startSession,
} from "@/server/auth/sessions/session-store.ts";
import { streamWhileMember } from "@/server/auth/tenant-access.ts";
import {
  type Context,
  createContext,
  database,
  systemContext,
  type UserActor,
} from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";
import { endOtherSessions, endSession, listSessions } from "./sessions.ts";

setUpPlatform();

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NOT_FOUND = expect.objectContaining({ code: "NOT_FOUND" });

const orm = () => database().systemDb.orm;
const isSignedIn = async (actor: UserActor) => (await createSession(claimsOf(actor)).owner()) !== null;

/** User with a session, outside of any workspace. */
async function signIn(): Promise<Context<UserActor>> {
  return createContext((await signInMember()).actor);
}

/** Another session of the same user. */
async function signInAgain<C extends { actor: UserActor }>(ctx: C, userAgent = FIREFOX): Promise<C> {
  const sessionId = await startSession(systemContext("test"), claimsOf(ctx.actor), userAgent);
  return { ...ctx, actor: { ...ctx.actor, sessionId } };
}

/** Moves a session into the past. */
const age = (sessionId: string | undefined, ms: number) =>
  orm()
    .update(sessions)
    .set({ lastActiveAt: new Date(Date.now() - ms) })
    .where(eq(sessions.id, sessionId ?? ""));

const lastAudit = async (userId: string) => {
  const [row] = await orm()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectId, userId)))
    .orderBy(desc(auditLog.id))
    .limit(1);
  return row;
};

describe("the list of sessions", () => {
  it("shows one's own, this one first, then the last active", async () => {
    const here = await signIn();
    const phone = await signInAgain(
      here,
      "Mozilla/5.0 (Linux; Android 10; K) Chrome/138.0 Mobile Safari/537.36",
    );
    const laptop = await signInAgain(here);
    await signIn();
    await age(here.actor.sessionId, 3_600_000);
    await age(phone.actor.sessionId, 60_000);
    expect(await listSessions(here)).toEqual({
      total: 3,
      sessions: [
        { id: here.actor.sessionId, browser: null, system: null, isCurrent: true, ...times },
        { id: laptop.actor.sessionId, browser: "Firefox", system: "Linux", isCurrent: false, ...times },
        { id: phone.actor.sessionId, browser: "Chrome", system: "Android", isCurrent: false, ...times },
      ],
    });
  });

  const times = {
    lastActiveAt: expect.stringMatching(/Z$/) as string,
    signedInAt: expect.stringMatching(/Z$/) as string,
  };

  it("leaves out what has expired or ended, which is deleted", async () => {
    const here = await signIn();
    const { userId, sessionId } = here.actor;
    const expired = await signInAgain(here);
    await orm()
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.id, expired.actor.sessionId ?? ""));
    expect(await isSignedIn(expired.actor)).toBe(false);
    expect((await listSessions(here)).sessions.map(({ id }) => id)).toEqual([sessionId]);
    const stored = () => orm().$count(sessions, eq(sessions.userId, userId));
    await purgeSessions(systemContext("test"));
    expect(await stored()).toBe(1);

    await endSessions(here, userId);
    expect((await listSessions(here)).sessions).toEqual([]);
    await purgeSessions(systemContext("test"));
    expect(await stored()).toBe(0);
  });

  it("has the time of the last use, to a few minutes", async () => {
    const { actor } = await signIn();
    const lastActive = async () =>
      (
        await orm()
          .select()
          .from(sessions)
          .where(eq(sessions.id, actor.sessionId ?? ""))
      )[0]?.lastActiveAt;
    await age(actor.sessionId, ACTIVITY_INTERVAL_MS / 2);
    const before = await lastActive();
    expect(await isSignedIn(actor)).toBe(true);
    expect(await lastActive()).toEqual(before);
    await age(actor.sessionId, ACTIVITY_INTERVAL_MS * 2);
    expect(await isSignedIn(actor)).toBe(true);
    expect((await lastActive())?.getTime()).toBeGreaterThan(before?.getTime() ?? Infinity);
  });

  it("needs a session", async () => {
    const { actor } = await signIn();
    const withoutSession = createContext({ ...actor, sessionId: undefined });
    const refused = expect.objectContaining({ code: "UNAUTHENTICATED" });
    await expect(listSessions(withoutSession)).rejects.toEqual(refused);
    await expect(endOtherSessions(withoutSession)).rejects.toEqual(refused);
    const denied = expect.objectContaining({ code: "PERMISSION_DENIED" });
    const token = { kind: "token", tokenId: NIL_ID, userId: actor.userId, isEmailVerified: true } as const;
    for (const ctx of [createContext(token), systemContext("test")]) {
      await expect(listSessions(ctx)).rejects.toEqual(denied);
      await expect(endOtherSessions(ctx)).rejects.toEqual(denied);
      await expect(endSession(ctx, actor.sessionId ?? "")).rejects.toEqual(denied);
    }
    expect(await isSignedIn(actor)).toBe(true);
  });
});

describe("signing out a session", () => {
  it("ends it at once and no other, with its audit row", async () => {
    const here = await signIn();
    const other = await signInAgain(here);
    await endSession(here, other.actor.sessionId ?? "");
    expect([await isSignedIn(here.actor), await isSignedIn(other.actor)]).toEqual([true, false]);
    expect(await lastAudit(here.actor.userId)).toMatchObject({
      action: "user.end_session",
      actorId: here.actor.userId,
      before: { browser: "Firefox", system: "Linux" },
    });
    await expect(endSession(here, other.actor.sessionId ?? "")).rejects.toEqual(NOT_FOUND);
  });

  it("refuses the session of another user", async () => {
    const [owner, stranger] = [await signInMember("OWNER"), await signIn()];
    await createMembership(orm(), { tenantId: owner.tenant.id, userId: stranger.actor.userId });
    const here = createContext(owner.actor);
    await expect(endSession(here, stranger.actor.sessionId ?? "")).rejects.toEqual(NOT_FOUND);
    await expect(endSession(here, NIL_ID)).rejects.toEqual(NOT_FOUND);
    expect(await isSignedIn(stranger.actor)).toBe(true);
  });

  it("makes its cookie unusable for another user and another session", async () => {
    const [here, stranger] = [await signIn(), await signIn()];
    const stolen = { ...here.actor, sessionId: stranger.actor.sessionId };
    expect(await isSignedIn(stolen)).toBe(false);
    expect(await isSignedIn({ ...here.actor, sessionId: undefined })).toBe(false);
  });

  it("ends its open streams", async () => {
    const here = await signInMember();
    const other = await signInAgain(here);
    const signOut = () => endSession(createContext(here.actor), other.actor.sessionId ?? "");
    expect(await countStreamed(other, signOut)).toBe(1);
    expect(await countStreamed(here, signOut)).toBe(2);
  });

  /** Items of a stream that arrive of one before and one after `change`. */
  async function countStreamed(ctx: Awaited<ReturnType<typeof signInMember>>, change: () => Promise<void>) {
    let ms = Date.now();
    const items = (async function* () {
      ms += 10_000;
      yield "before";
      await change().catch(() => undefined);
      ms += 10_000;
      yield "after";
    })();
    let count = 0;
    for await (const _ of streamWhileMember({ ...ctx, now: () => new Date(ms) }, items)) count += 1;
    return count;
  }

  it("ends all others and keeps this one", async () => {
    const here = await signIn();
    const others = [await signInAgain(here), await signInAgain(here)];
    const stranger = await signIn();
    expect(await endOtherSessions(here)).toBe(2);
    for (const { actor } of others) expect(await isSignedIn(actor)).toBe(false);
    for (const { actor } of [here, stranger]) expect(await isSignedIn(actor)).toBe(true);
    expect(await lastAudit(here.actor.userId)).toMatchObject({
      action: "user.end_other_sessions",
      after: { sessions: 2 },
    });
    expect(await endOtherSessions(here)).toBe(0);
    expect(await orm().$count(auditLog, eq(auditLog.action, "user.end_other_sessions"))).toBe(1);
  });
});

describe("a session that continues", () => {
  const cookieOf = async (actor: UserActor) => {
    const token = await encode({ token: claimsOf(actor), secret: env().NEXTAUTH_SECRET ?? "" });
    return new Headers({ cookie: `${sessionCookieOptions("session").name}=${token}` });
  };

  it("keeps its place in the list under the version that ended the others", async () => {
    const here = await signIn();
    await signInAgain(here);
    const { userId, sessionId } = here.actor;
    await orm().update(users).set({ sessionVersion: 2 }).where(eq(users.id, userId));
    const cookie = await renewSessionCookie(await cookieOf(here.actor), { sessionVersion: 2 });
    expect(cookie).toMatch(/; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/);
    const renewed = { ...here, actor: { ...here.actor, sessionVersion: 2 } };
    expect([await isSignedIn(here.actor), await isSignedIn(renewed.actor)]).toEqual([false, true]);
    expect((await listSessions(renewed)).sessions).toMatchObject([{ id: sessionId, isCurrent: true }]);
  });

  it("ends when it was signed out meanwhile", async () => {
    const here = await signIn();
    const headers = await cookieOf(here.actor);
    await endSession(here, here.actor.sessionId ?? "");
    expect(await renewSessionCookie(headers, { authenticatedAt: Date.now() })).toBeNull();
  });
});

it("a session begins with a row that lasts as long as its cookie, and without the text of the browser's header", async () => {
  const user = await createUser(orm());
  const now = Date.UTC(2026, 0, 1);
  const id = await startSession(
    atTime(systemContext("test"), now),
    { userId: user.id, sessionVersion: 1 },
    FIREFOX,
  );
  const [row] = await orm().select().from(sessions).where(eq(sessions.id, id));
  expect(row).toEqual({
    id,
    userId: user.id,
    sessionVersion: 1,
    browser: "Firefox",
    system: "Linux",
    createdAt: new Date(now),
    lastActiveAt: new Date(now),
    expiresAt: new Date(now + SESSION_TTL_SECONDS * 1_000),
  });
});
