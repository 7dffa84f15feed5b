import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { hashPassword } from "@/db/password.ts";
import { users } from "@/db/schema/index.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { createAccount, db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";
import { sessionCookie } from "./session.ts";

const OLD = "correct horse battery staple";
const NEW = "another horse battery staple";

describeBothEntryPoints("a password change", (entryPoint) => {
  it("continues the session that made it and ends all others", async () => {
    const { ctx } = await createAccount();
    await db()
      .update(users)
      .set({ passwordHash: await hashPassword(OLD) })
      .where(eq(users.id, ctx.actor.userId));
    const Cookie = await sessionCookie(ctx);
    const get = (cookie: string | null) =>
      sendRequest(entryPoint, "GET /api/trpc/account.get", { headers: { Cookie: cookie } });
    expect((await get(Cookie)).status).toBe(200);
    const changed = await sendRequest(entryPoint, "POST /api/trpc/account.changePassword", {
      headers: { Cookie },
      json: { json: { currentPassword: OLD, newPassword: NEW } },
    });
    expect(changed.status, changed.text).toBe(200);
    const renewed = changed.headers.get("set-cookie") ?? "";
    expect(renewed).toMatch(/; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/);
    expect((await get(renewed.split(";")[0] ?? "")).status).toBe(200);
    expect((await get(Cookie)).status).toBe(401);
    expect((await get(null)).status).toBe(401);
  });
});
