import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { userIdentities, users } from "@/db/schema/index.ts";
import { toUserActor } from "@/server/auth/sessions/load-session.ts";
import { replaceRecoveryCodes } from "@/server/domains/accounts/second-factors/recovery-codes.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";
import { sessionCookie } from "./session.ts";
import { signInBy, signInThrough } from "./sign-in.ts";

const PASSWORD = "correct horse battery staple";
const SESSION = /drydock\.session=[^;]/;

/** Account whose second factor is a set of recovery codes. */
async function createProtectedUser() {
  const user = await createUser(db(), { passwordHash: await hashPassword(PASSWORD) });
  const codes = await db().transaction(async (tx) => {
    await tx.update(users).set({ secondFactorAt: new Date() }).where(eq(users.id, user.id));
    return replaceRecoveryCodes(tx, user.id);
  });
  return { ...user, codes };
}

describeBothEntryPoints("a sign-in with a second factor", (entryPoint) => {
  it("gives no session before the second step, and one after it", async () => {
    const { email, codes } = await createProtectedUser();
    const first = await signInBy(entryPoint, "credentials", { email, password: PASSWORD });
    expect(first.status).toBe(401);
    expect(first.error).toBe("SecondStepRequired");
    expect(first.setCookies).not.toMatch(SESSION);
    expect(first.setCookies).toMatch(
      /drydock\.second-step=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax/,
    );
    const page = await sendRequest(entryPoint, "GET /builder", { headers: { Cookie: first.cookie } });
    expect(page.status).toBe(307);

    const wrong = await signInBy(entryPoint, "second-step", { code: "aaaa-bbbb" }, { cookies: first.cookie });
    expect([wrong.error, SESSION.test(wrong.setCookies)]).toEqual(["SecondStepIncorrect", false]);
    const [code = ""] = codes;
    const second = await signInBy(entryPoint, "second-step", { code }, { cookies: first.cookie });
    expect(second.status).toBe(200);
    expect(second.setCookies).toMatch(SESSION);
    expect(second.setCookies).toMatch(/drydock\.second-step=; Path=\/; Expires=Thu, 01 Jan 1970/);
    const again = await signInBy(
      entryPoint,
      "second-step",
      { code: codes[1] ?? "" },
      { cookies: first.cookie },
    );
    expect([again.error, SESSION.test(again.setCookies)]).toEqual(["SecondStepExpired", false]);
  });

  it("says nothing of the second factor without the right password", async () => {
    const { email, codes } = await createProtectedUser();
    const wrong = await signInBy(entryPoint, "credentials", { email, password: "wrong" });
    const unknown = await signInBy(entryPoint, "credentials", {
      email: `${randomUUID()}@drydock.test`,
      password: "wrong",
    });
    for (const { status, error, setCookies } of [wrong, unknown]) {
      expect([status, error]).toEqual([401, "CredentialsSignin"]);
      expect(setCookies).not.toContain("second-step");
    }
    const without = await signInBy(entryPoint, "second-step", { code: codes[0] ?? "" });
    expect(without.error).toBe("SecondStepExpired");
    const described = await sendRequest(entryPoint, "POST /api/trpc/signIn.secondStep", { json: {} });
    expect(JSON.parse(described.text)).toEqual({ result: { data: { json: null } } });
  });

  it("asks for it after a provider too", async () => {
    const { id, email, codes } = await createProtectedUser();
    const sub = randomUUID();
    await db().insert(userIdentities).values({ provider: "oidc", providerAccountId: sub, userId: id });
    const first = await signInThrough(entryPoint, { sub, email, email_verified: true, name: "Ada" });
    expect(first.url).toMatch(/\/sign-in\/second-step$/);
    expect(first.setCookies).not.toMatch(SESSION);
    const page = await sendRequest(entryPoint, "GET /sign-in/second-step", {
      headers: { Cookie: first.cookie },
    });
    expect(page.status).toBe(200);
    const second = await signInBy(
      entryPoint,
      "second-step",
      { code: codes[0] ?? "" },
      { cookies: first.cookie },
    );
    expect(second.setCookies).toMatch(SESSION);
  });

  it("takes proofs by POST alone, and refuses what is no proof", async () => {
    for (const provider of ["second-step", "passkey"]) {
      const response = await sendRequest(entryPoint, `GET /api/auth/callback/${provider}?code=1`);
      expect(response.status).toBe(405);
    }
    for (const passkey of ["", "x", "{}", "null", '{"id":"x"}'])
      expect((await signInBy(entryPoint, "passkey", { passkey })).error).toBe("PasskeyRefused");
  });

  it("remembers the browser by a signed cookie of the account", async () => {
    const { email } = await createUser(db(), { passwordHash: await hashPassword(PASSWORD) });
    const { setCookies } = await signInBy(entryPoint, "credentials", { email, password: PASSWORD });
    expect(setCookies).toMatch(
      /drydock\.device-[\da-f]{16}=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax/,
    );
    expect(setCookies).not.toContain(email);
  });
});

describeBothEntryPoints("a confirmation of who one is", (entryPoint) => {
  it("counts for the session that made it alone", async () => {
    const user = await createUser(db(), { passwordHash: await hashPassword(PASSWORD) });
    const Cookie = await sessionCookie({ actor: toUserActor(user) });
    const act = async (cookie: string) => {
      const path = "POST /api/trpc/secondFactors.regenerateRecoveryCodes";
      const { text } = await sendRequest(entryPoint, path, { headers: { Cookie: cookie }, json: {} });
      return text;
    };
    expect(await act(Cookie)).toContain('"reason":"REAUTHENTICATE"');
    const confirmed = await sendRequest(entryPoint, "POST /api/trpc/secondFactors.reauthenticate", {
      headers: { Cookie },
      json: { json: { password: PASSWORD } },
    });
    expect(confirmed.status, confirmed.text).toBe(200);
    const [renewed = ""] = (confirmed.headers.get("set-cookie") ?? "").split(";");
    expect(await act(renewed)).toContain("Set up a second factor first.");
    expect(await act(Cookie)).toContain('"reason":"REAUTHENTICATE"');
  });
});
