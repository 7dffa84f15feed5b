import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { expect, inject, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { userIdentities, users } from "@/db/schema/index.ts";
import { replaceRecoveryCodes } from "@/server/second-factors/recovery-codes.ts";
import { describeBothEntryPoints, type EntryPoint } from "./entry-points.ts";
import { db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";

const { oidcIssuer } = inject("entryPoints");
const PASSWORD = "correct horse battery staple";
const RETRY_MS = 500;
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

    const wrong = await signInBy(entryPoint, "second-step", { code: "aaaa-bbbb" }, first.cookie);
    expect([wrong.error, SESSION.test(wrong.setCookies)]).toEqual(["SecondStepIncorrect", false]);
    const [code = ""] = codes;
    const second = await signInBy(entryPoint, "second-step", { code }, first.cookie);
    expect(second.status).toBe(200);
    expect(second.setCookies).toMatch(SESSION);
    expect(second.setCookies).toMatch(/drydock\.second-step=; Path=\/; Expires=Thu, 01 Jan 1970/);
    const again = await signInBy(entryPoint, "second-step", { code: codes[1] ?? "" }, first.cookie);
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
    expect(first.location).toMatch(/\/sign-in\/second-step$/);
    expect(first.setCookies).not.toMatch(SESSION);
    const page = await sendRequest(entryPoint, "GET /sign-in/second-step", {
      headers: { Cookie: first.cookie },
    });
    expect(page.status).toBe(200);
    const second = await signInBy(entryPoint, "second-step", { code: codes[0] ?? "" }, first.cookie);
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

async function signInBy(
  entryPoint: EntryPoint,
  provider: string,
  proof: Record<string, string>,
  cookies = "",
) {
  const { cookie, csrfToken } = await startSession(entryPoint);
  const send = () =>
    sendRequest(entryPoint, `POST /api/auth/callback/${provider}`, {
      headers: {
        Cookie: [cookie, cookies].filter(Boolean).join("; "),
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ csrfToken, ...proof, json: "true" }).toString(),
    });
  // Other files check more passwords than the server does at once.
  let response = await send();
  while (response.status === 503) {
    await setTimeout(RETRY_MS);
    response = await send();
  }
  const { url } = JSON.parse(response.text) as { url: string };
  const error = new URL(url, entryPoint.origin).searchParams.get("error");
  return {
    status: response.status,
    error,
    setCookies: response.headers.getSetCookie().join(),
    cookie: cookiesOf(response.headers),
  };
}

async function signInThrough(entryPoint: EntryPoint, claims: object) {
  const { cookie, csrfToken } = await startSession(entryPoint);
  const started = await sendRequest(entryPoint, "POST /api/auth/signin/oidc", {
    headers: { Cookie: cookie, "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, json: "true" }).toString(),
  });
  const { url } = JSON.parse(started.text) as { url: string };
  const { searchParams } = new URL(url);
  const registered = await fetch(`${oidcIssuer}/claims`, {
    method: "POST",
    body: JSON.stringify({ ...claims, nonce: searchParams.get("nonce") }),
  });
  const { code } = (await registered.json()) as { code: string };
  const query = new URLSearchParams({ code, state: searchParams.get("state") ?? "" });
  const response = await sendRequest(entryPoint, `GET /api/auth/callback/oidc?${query}`, {
    headers: { Cookie: [cookie, cookiesOf(started.headers)].join("; ") },
  });
  return {
    location: response.headers.get("location") ?? "",
    setCookies: response.headers.getSetCookie().join(),
    cookie: cookiesOf(response.headers),
  };
}

async function startSession(entryPoint: EntryPoint) {
  const { headers, text } = await sendRequest(entryPoint, "GET /api/auth/csrf");
  const { csrfToken } = JSON.parse(text) as { csrfToken: string };
  return { cookie: cookiesOf(headers), csrfToken };
}

const cookiesOf = (headers: Headers): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
