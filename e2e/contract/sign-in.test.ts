import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { userIdentities, users } from "@/db/schema/index.ts";
import { describeBothEntryPoints, type EntryPoint } from "./entry-points.ts";
import { db } from "./fixtures.ts";
import { sendRequest } from "./send-request.ts";
import { signInBy, signInThrough } from "./sign-in.ts";

describeBothEntryPoints("a sign-in by password", (entryPoint) => {
  it("signs in, with the password in every Unicode form", async () => {
    const { email } = await createUser(db(), { passwordHash: await hashPassword("Käsebrötchen №1") });
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) {
      const { status, setCookies } = await signIn(entryPoint, "Käsebrötchen №1".normalize(form), email);
      expect(status).toBe(200);
      expect(setCookies).toContain("drydock.session=");
    }
  });

  it("is refused with one code for a wrong password and an unknown address", async () => {
    const answers = [
      await signIn(entryPoint, "wrong"),
      await signIn(entryPoint, "wrong", "unknown@drydock.test"),
    ];
    for (const { status, url } of answers) {
      expect(status).toBe(401);
      expect(url).toMatch(/\?error=CredentialsSignin&/);
    }
  });

  it("is rejected with 503 and Retry-After while too many are checked, and with 401 otherwise", async () => {
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        signIn(entryPoint, "wrong", at % 2 ? "dev@acme.test" : "unknown@drydock.test"),
      ),
    );
    const rejected = answers.filter(({ status }) => status === 503);
    expect(rejected.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(answers.length - rejected.length);
    for (const { url, headers } of rejected) {
      expect(headers.get("retry-after")).toBe("2");
      expect(url).toMatch(/\?error=UNAVAILABLE$/);
    }
  });

  it("leaves pages and scripts responsive while passwords are checked", async () => {
    const page = await sendRequest(entryPoint, "GET /sign-in");
    const script = /\/_next\/static\/[^"]+\.js/.exec(page.text)?.[0] ?? "";
    const order: string[] = [];
    const signIns = Array.from({ length: 18 }, () =>
      signIn(entryPoint, "wrong").then(() => order.push("sign-in")),
    );
    const loaded = sendRequest(entryPoint, `GET ${script}`).then(({ status }) =>
      order.push(`script ${status}`),
    );
    await Promise.all([...signIns, loaded]);
    expect(order.indexOf("script 200")).toBeGreaterThanOrEqual(0);
    expect(order.indexOf("script 200")).toBeLessThan(9);
  });
});

describeBothEntryPoints("a sign-in through a provider", (entryPoint) => {
  const claims = (overrides: object = {}) => ({
    sub: randomUUID(),
    email: `${randomUUID()}@drydock.test`,
    email_verified: true,
    name: "Ada",
    ...overrides,
  });

  it("creates an account once, with normalized name and address", async () => {
    const sub = randomUUID();
    const email = `${sub}@drydock.test`;
    for (const spelling of [` ${email.toUpperCase()} `, email]) {
      const { setCookies, error } = await signInThrough(
        entryPoint,
        claims({ sub, email: spelling, name: " Ada " }),
      );
      expect(error).toBeNull();
      expect(setCookies).toContain("drydock.session=");
    }
    const found = await db().select({ name: users.name }).from(users).where(eq(users.email, email));
    expect(found).toEqual([{ name: "Ada" }]);
  });

  it("gets an own account at an address that an unverified password account squats", async () => {
    const squatter = await createUser(db(), {
      emailVerifiedAt: null,
      passwordHash: await hashPassword("correct horse battery"),
    });
    const sub = randomUUID();
    const { setCookies, error } = await signInThrough(entryPoint, claims({ sub, email: squatter.email }));
    expect(error).toBeNull();
    expect(setCookies).toContain("drydock.session=");
    const [owner] = await db()
      .select({ id: users.id, emailVerifiedAt: users.emailVerifiedAt })
      .from(users)
      .where(eq(users.email, squatter.email));
    expect(owner?.emailVerifiedAt).toBeInstanceOf(Date);
    const identities = await db()
      .select()
      .from(userIdentities)
      .where(eq(userIdentities.providerAccountId, sub));
    expect(identities).toMatchObject([{ userId: owner?.id }]);
    expect(owner?.id).not.toBe(squatter.id);
    const signedIn = await signIn(entryPoint, "correct horse battery", squatter.email);
    expect(signedIn.status).toBe(200);
  });

  it.each([
    ["EmailNotVerified", { email_verified: undefined }],
    ["EmailNotVerified", { email_verified: false }],
    ["EmailNotVerified", { email_verified: "true" }],
    ["AccountNotLinked", { email: " admin@drydock.test " }],
    ["AccountNotLinked", { email: "ADMIN@drydock.test" }],
    ["ProfileRejected", { email: undefined }],
    ["ProfileRejected", { email: ["admin@drydock.test"] }],
    ["ProfileRejected", { email: { toLowerCase: "admin@drydock.test" } }],
    ["ProfileRejected", { email: "a".repeat(300) }],
    ["ProfileRejected", { email: "nul\u0000@drydock.test" }],
    ["ProfileRejected", { name: "x".repeat(20_020) }],
    ["ProfileRejected", { name: "Ada \u001b[31m" }],
    ["ProfileRejected", { name: ["Ada"] }],
    ["ProfileRejected", { name: "\ud800" }],
    ["ProfileRejected", { sub: "x".repeat(3_000) }],
    ["ProfileRejected", { sub: "nul\u0000" }],
  ])("is refused with the code %s (case %#)", async (code, overrides) => {
    const before = await countIdentities();
    const { error, url, setCookies } = await signInThrough(entryPoint, claims(overrides));
    expect(error, url).toBe(code);
    expect(setCookies).not.toContain("drydock.session=");
    expect(await countIdentities()).toBe(before);
  });

  it.each([
    "error=Failed%20query%3A%20select%20%22id%22%20from%20%22users%22",
    "error=%3Cscript%3E",
    "error=constructor",
    "error=",
    "",
  ])("shows no message from the URL (%s)", async (query) => {
    const { status, headers } = await sendRequest(entryPoint, `GET /api/auth/error?${query}`);
    expect(status).toBe(302);
    expect(headers.get("location")).toBe("/sign-in?error=Default");
    const page = await sendRequest(entryPoint, `GET /sign-in?${query}`);
    expect(page.status).toBe(200);
  });

  it("shows a code of ours when the provider reports an error", async () => {
    const response = await sendRequest(
      entryPoint,
      "GET /api/auth/callback/oidc?error=access_denied&error_description=select%201",
    );
    expect(response.headers.get("location")).toMatch(/\/api\/auth\/error\?error=Callback$/);
  });
});

/** Identities that only these tests create; other files create users meanwhile. */
const countIdentities = () => db().$count(userIdentities, eq(userIdentities.provider, "oidc"));

/** One attempt, also of a server that is busy. */
const signIn = (entryPoint: EntryPoint, password: string, email = "dev@acme.test") =>
  signInBy(entryPoint, "credentials", { email, password }, { waitsForTurn: false });
