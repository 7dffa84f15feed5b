import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { sessions, users } from "@/db/schema/index.ts";
import { sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import { SESSION_TTL_SECONDS } from "@/server/auth/sessions/session-store.ts";
import type { Context, UserActor } from "@/server/core/context.ts";
import { ENTRY_POINT_ENV } from "./environment.ts";
import { db } from "./fixtures.ts";

/** Cookie of a session of the user that begins now. `overrides` replace claims. */
export async function sessionCookie(
  { actor }: Pick<Context<UserActor>, "actor">,
  overrides: { userId?: undefined; sessionVersion?: number | undefined } = {},
): Promise<string> {
  const { userId } = actor;
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  const sessionId = randomUUID();
  const owner = { userId, sessionVersion: user?.sessionVersion ?? 1 };
  const times = { lastActiveAt: new Date(), expiresAt: new Date(Date.now() + SESSION_TTL_SECONDS * 1_000) };
  await db()
    .insert(sessions)
    .values({ id: sessionId, ...owner, ...times });
  const claims = { ...owner, sessionId, ...overrides };
  const token = await encode({ token: claims, secret: ENTRY_POINT_ENV.NEXTAUTH_SECRET });
  return `${sessionCookieOptions("session").name}=${token}`;
}
