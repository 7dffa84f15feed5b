import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { users } from "@/db/schema/index.ts";
import { sessionCookieOptions } from "@/server/auth/session-cookie.ts";
import type { Context, UserActor } from "@/server/platform/context.ts";
import { ENTRY_POINT_ENV } from "./environment.ts";
import { db } from "./fixtures.ts";

/** Session cookie of a signed-in user. `overrides` replace claims. */
export async function sessionCookie(
  { actor }: Pick<Context<UserActor>, "actor">,
  overrides: { userId?: undefined; sessionVersion?: number | undefined } = {},
): Promise<string> {
  const { userId } = actor;
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  const claims = { userId, sessionVersion: user?.sessionVersion, ...overrides };
  const token = await encode({ token: claims, secret: ENTRY_POINT_ENV.NEXTAUTH_SECRET });
  return `${sessionCookieOptions("session").name}=${token}`;
}
