import { eq } from "drizzle-orm";
import { encode } from "next-auth/jwt";
import { users } from "@/db/schema/index.ts";
import { sessionCookieOptions } from "@/server/auth/session-cookie.ts";
import type { TenantContext, UserActor } from "@/server/platform/context.ts";
import { ENTRY_POINT_ENV } from "./environment.ts";
import { db } from "./fixtures.ts";

/** The cookie that a browser sends once the person has signed in; `other` stands for what it says otherwise. */
export async function sessionCookie(
  { actor }: TenantContext<UserActor>,
  other: { userId?: undefined; sessionVersion?: number | undefined } = {},
): Promise<string> {
  const { userId } = actor;
  const [user] = await db().select().from(users).where(eq(users.id, userId));
  const claims = { userId, sessionVersion: user?.sessionVersion, ...other };
  const token = await encode({ token: claims, secret: ENTRY_POINT_ENV.NEXTAUTH_SECRET });
  return `${sessionCookieOptions("session").name}=${token}`;
}
