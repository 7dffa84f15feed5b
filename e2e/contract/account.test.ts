import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { expect, it } from "vitest";
import { hashPassword } from "@/db/password.ts";
import { users } from "@/db/schema/index.ts";
import { createEmailLink } from "@/server/domains/accounts/email-links/links.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { expectProblem } from "./expect-response.ts";
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
      sendRequest(entryPoint, "GET /api/trpc/settings.get", { headers: { Cookie: cookie } });
    expect((await get(Cookie)).status).toBe(200);
    const changed = await sendRequest(entryPoint, "POST /api/trpc/settings.changePassword", {
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

describeBothEntryPoints("a change of the address", (entryPoint) => {
  it("takes the button and not the page of its link, continues its session and ends all others", async () => {
    const { ctx } = await createAccount();
    const { userId } = ctx.actor;
    const email = `${randomUUID()}@drydock.test`;
    const link = await db().transaction((tx) =>
      createEmailLink(tx, { now: () => new Date() }, { id: uuidv7(), userId, kind: "CHANGE_EMAIL", email }),
    );
    const path = link?.path ?? "";
    const Cookie = await sessionCookie(ctx);
    // As mail programs and proxies do that look at links.
    for (const method of ["GET", "HEAD", "GET"]) {
      const page = await sendRequest(entryPoint, `${method} ${path}`, { headers: { Cookie } });
      expect([page.status, page.headers.get("referrer-policy")]).toEqual([200, "no-referrer"]);
    }
    const token = path.split("=")[1];
    const confirm = (headers: Record<string, string>) =>
      sendRequest(entryPoint, "POST /api/trpc/settings.confirmEmail", { headers, json: { json: { token } } });
    expect((await confirm({})).status).toBe(401);
    const confirmed = await confirm({ Cookie });
    expect(confirmed.status, confirmed.text).toBe(200);
    const [renewed = ""] = (confirmed.headers.get("set-cookie") ?? "").split(";");
    const get = (cookie: string) =>
      sendRequest(entryPoint, "GET /api/trpc/settings.get", { headers: { Cookie: cookie } });
    expect((await get(renewed)).text).toContain(email);
    expect((await get(Cookie)).status).toBe(401);
    expect((await confirm({ Cookie: renewed })).status).toBe(404);
  });
});

describeBothEntryPoints("publishing without a verified email address", (entryPoint) => {
  it("is 403 with the remedy, before the body is judged, and allowed within seconds of the verification", async () => {
    const account = await createAccount();
    const { userId } = account.ctx.actor;
    await db().update(users).set({ emailVerifiedAt: null }).where(eq(users.id, userId));
    const publish = (query = "") =>
      sendRequest(entryPoint, `POST /api/marketplace/publish${query}`, { as: account, json: {} });
    for (const query of ["", "?dryRun=true"]) {
      const problem = await expectProblem(await publish(query), 403, "PERMISSION_DENIED");
      expect(problem.detail).toMatch(/email is not verified.*under Account/);
    }
    const me = await sendRequest(entryPoint, "GET /api/me", { as: account });
    expect(me.status).toBe(200);
    await db().update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, userId));
    await expect.poll(async () => (await publish()).status, { timeout: 10_000 }).toBe(400);
  });
});
