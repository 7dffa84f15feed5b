import { encode } from "next-auth/jwt";
import { sessionCookieOptions } from "../../server/auth/session-cookie.ts";
import { enterTenantBySlug } from "../../server/auth/tenant-access.ts";
import { issueToken } from "../../server/identity/tokens.ts";
import { systemContext } from "../../server/platform/context.ts";
import { env } from "../../server/platform/env/env.ts";
import { rowId } from "./ids.ts";
import { TENANTS, tenantSlug } from "./world.ts";

/** One API token and one session for each tenant, in their order. Needs the completed environment of the product. */
export async function issueCredentials(): Promise<{ tokens: string[]; cookies: string[] }> {
  const tokens: string[] = [];
  const cookies: string[] = [];
  for (let number = 0; number < TENANTS; number++) {
    const userId = rowId("user", number);
    const ctx = await enterTenantBySlug(systemContext("benchmark"), userId, tenantSlug(number));
    const { token } = await issueToken(ctx, userId, {
      name: "Benchmark",
      permissions: ["MARKETPLACE_PUBLISH", "BUILDS_READ"],
      expires: 86_400,
    });
    tokens.push(token);
    cookies.push(await sessionCookie(userId));
  }
  return { tokens, cookies };
}

/** A session as a browser sends it that has signed in. */
export async function sessionCookie(userId: string): Promise<string> {
  const token = { userId, sessionVersion: 1 };
  return `${sessionCookieOptions("session").name}=${await encode({ token, secret: env().NEXTAUTH_SECRET ?? "" })}`;
}
