import { SignJWT } from "jose";
import { expect, it } from "vitest";
import { completeEnv } from "../platform/env/env.ts";
import { createUnsubscribeLinks, verifyUnsubscribeToken } from "./unsubscribe-token.ts";

const SECRET = "a-token-secret-for-tests-of-32-bytes";
const UNSUBSCRIPTION = { userId: "01900000-0000-7000-8000-00000000e001", kind: "BUILD_FAILED" } as const;

completeEnv({
  DRYDOCK_EMBEDDED: "true",
  NEXTAUTH_URL: "https://drydock.test",
  API_TOKEN_SECRET: `another-secret-for-tests-of-32-bytes,${SECRET}`,
});

const tokenOf = (url: string) => url.split("/").at(-1) ?? "";

it("a link names its user and kind, also after a rotation of the secret", async () => {
  const { endpoint, page } = await createUnsubscribeLinks(UNSUBSCRIPTION);
  expect(tokenOf(endpoint)).toBe(tokenOf(page));
  expect(await verifyUnsubscribeToken(tokenOf(page))).toEqual(UNSUBSCRIPTION);
  const older = await sign({ kind: "BUILD_FAILED" }, SECRET);
  expect(await verifyUnsubscribeToken(older)).toEqual(UNSUBSCRIPTION);
});

it.each([
  ["altered", async () => `${tokenOf((await createUnsubscribeLinks(UNSUBSCRIPTION)).page).slice(0, -3)}AAA`],
  ["signed with another key", () => sign({ kind: "BUILD_FAILED" }, "k".repeat(40))],
  ["of another type", () => sign({ kind: "BUILD_FAILED" }, SECRET, "at+jwt")],
  ["of a kind that cannot be turned off", () => sign({ kind: "SECURITY" }, SECRET)],
  ["without a signature", () => "eyJhbGciOiJub25lIn0.e30."],
  ["endless", () => "a".repeat(10_000)],
])("a token that is %s names nobody", async (_, create) => {
  expect(await verifyUnsubscribeToken(await create())).toBeNull();
});

const sign = (claims: Record<string, string>, secret: string, typ = "unsubscribe+jwt") =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: "HS256", typ })
    .setIssuer("drydock")
    .setAudience("drydock-unsubscribe")
    .setSubject(UNSUBSCRIPTION.userId)
    .sign(new TextEncoder().encode(secret));
