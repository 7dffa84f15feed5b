import { encode } from "next-auth/jwt";
import { expect, it } from "vitest";
import { PUT as putArchive } from "@/app/api/uploads/[tenant]/archives/[sha256]/route.ts";
import { POST as addPreviewImage } from "@/app/api/uploads/[tenant]/themes/[themeId]/previews/route.ts";
import { claimsOf, NIL_ID, setUpPlatform, signInMember } from "@/e2e/support/platform.ts";
import { consumeRateLimit, RATE_LIMITS, type RateLimitName } from "@/server/auth/rate-limits/rate-limiter.ts";
import { sessionCookieOptions } from "@/server/auth/sessions/session-cookie.ts";
import type { TenantContext, UserActor } from "@/server/core/context.ts";
import { env } from "@/server/core/env/env.ts";

setUpPlatform();

const ORIGIN = "http://localhost:3000";

async function createUpload({ actor }: TenantContext<UserActor>, method: string, type: string) {
  const token = await encode({ token: claimsOf(actor), secret: env().NEXTAUTH_SECRET ?? "" });
  const headers = {
    cookie: `${sessionCookieOptions("session").name}=${token}`,
    origin: ORIGIN,
    host: new URL(ORIGIN).host,
    "content-type": type,
  };
  return new Request(`${ORIGIN}/api/uploads?altText=Home`, { method, headers, body: "x" });
}

const sendImage = async (ctx: TenantContext<UserActor>) =>
  addPreviewImage(await createUpload(ctx, "POST", "image/png"), {
    params: Promise.resolve({ tenant: ctx.tenant.slug, themeId: NIL_ID }),
  });
const sendArchive = async (ctx: TenantContext<UserActor>) =>
  putArchive(await createUpload(ctx, "PUT", "application/gzip"), {
    params: Promise.resolve({ tenant: ctx.tenant.slug, sha256: "x" }),
  });

it.each<[RateLimitName, typeof sendImage]>([
  ["images", sendImage],
  ["archives", sendArchive],
])("limits uploads of %s by person, before the body is read", async (limit, send) => {
  const [ctx, colleague] = [await signInMember(), await signInMember()];
  for (let used = 0; used < RATE_LIMITS[limit].points; used += 1)
    await consumeRateLimit(limit, ctx.actor.userId);
  const refused = await send(ctx);
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ code: "RATE_LIMITED" });
  expect((await send(colleague)).status).toBe(404);
});
