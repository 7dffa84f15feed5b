import { beforeAll, describe, expect, it } from "vitest";
import { createApp } from "@/db/factories.ts";
import { BuildPage } from "@/server/domains/builds/view.ts";
import { describeBothEntryPoints } from "./entry-points.ts";
import { TOKEN_SECRETS } from "./environment.ts";
import { expectProblem, expectView, type Problem } from "./expect-response.ts";
import { type Account, createAccount, createToken, db } from "./fixtures.ts";
import { type Forgery, forgeToken, secondsFromNow } from "./forged-token.ts";
import { composePublish, publish } from "./publish-request.ts";
import { sendLines } from "./raw-http.ts";
import { type HttpResponse, sendRequest } from "./send-request.ts";

const UNKNOWN_ID = "01900000-0000-7000-8000-0000000000ff";
const ATTACKERS_KEY = "the-key-that-the-attacker-has-brought-along";
const ATTACKERS_JWK = { kty: "oct", k: Buffer.from(ATTACKERS_KEY).toString("base64url") };

/** Invalid tokens. */
const REFUSED: Record<string, () => Forgery> = {
  "another secret": () => ({ secret: ATTACKERS_KEY }),
  "the empty secret": () => ({ secret: "" }),
  "both secrets in one": () => ({ secret: TOKEN_SECRETS.join() }),
  "a signature of nothing": () => ({ signature: "" }),
  "a signature that is no base64url": () => ({ signature: "?!" }),
  "a signature of something else": () => ({ signature: "A".repeat(43) }),
  ...Object.fromEntries(
    ["none", "None", "NONE", "nOnE", ""].map((alg) => [
      `alg ${alg}`,
      () => ({ header: { alg }, signature: "" }),
    ]),
  ),
  "alg none with a fitting signature": () => ({ header: { alg: "none" } }),
  "no alg": () => ({ header: { alg: undefined } }),
  "alg HS384": () => ({ header: { alg: "HS384" }, digest: "sha384" }),
  "alg HS512": () => ({ header: { alg: "HS512" }, digest: "sha512" }),
  "alg hs256": () => ({ header: { alg: "hs256" } }),
  "alg RS256 signed with the shared secret": () => ({ header: { alg: "RS256" } }),
  "alg ES256 signed with the shared secret": () => ({ header: { alg: "ES256" } }),
  "alg as a list": () => ({ header: { alg: ["HS256"] } }),
  "the attacker's key in jwk": () => ({ header: { jwk: ATTACKERS_JWK }, secret: ATTACKERS_KEY }),
  "the attacker's key in jku": () => ({
    header: { jku: "https://attacker.test/jwks.json", kid: "1" },
    secret: ATTACKERS_KEY,
  }),
  "the attacker's key in x5u": () => ({ header: { x5u: "https://attacker.test/x" }, secret: ATTACKERS_KEY }),
  "a kid that leads to an empty file": () => ({ header: { kid: "../../../../dev/null" }, secret: "" }),
  "a kid that is the key": () => ({ header: { kid: ATTACKERS_KEY }, secret: ATTACKERS_KEY }),
  "a critical extension": () => ({ header: { crit: ["x"], x: 1 } }),
  "an unencoded payload": () => ({ header: { crit: ["b64"], b64: false } }),
  "typ JWT": () => ({ header: { typ: "JWT" } }),
  "no typ": () => ({ header: { typ: undefined } }),
  "typ as a number": () => ({ header: { typ: 5 } }),
  "no object inside": () => ({ payload: "[]" }),
  "null inside": () => ({ payload: "null" }),
  "no JSON inside": () => ({ payload: "{" }),
  "nothing inside": () => ({ payload: "" }),
  ...Object.fromEntries(
    ["iss", "aud", "sub", "tid", "permissions", "jti", "iat", "exp"].flatMap((claim) => [
      [`no ${claim}`, () => ({ claims: { [claim]: undefined } })],
      [`${claim} null`, () => ({ claims: { [claim]: null } })],
      [`${claim} as an object`, () => ({ claims: { [claim]: {} } })],
      [`${claim} as a text`, () => ({ claims: { [claim]: "drydock or so" } })],
      [`${claim} as a list`, () => ({ claims: { [claim]: [5] } })],
    ]),
  ),
  "another issuer": () => ({ claims: { iss: "Drydock" } }),
  "another audience": () => ({ claims: { aud: "drydock" } }),
  "the audience as a list": () => ({ claims: { aud: ["drydock-api"] } }),
  "the audience among others": () => ({ claims: { aud: ["drydock-api", "others"] } }),
  "an unknown jti": () => ({ claims: { jti: UNKNOWN_ID } }),
  "another user": () => ({ claims: { sub: UNKNOWN_ID } }),
  "another tenant": () => ({ claims: { tid: UNKNOWN_ID } }),
  "permissions that are no names": () => ({ claims: { permissions: ["BUILDS_READ", 5] } }),
  "an iat in the future": () => ({ claims: { iat: secondsFromNow(60) } }),
  "an iat in the far future": () => ({ claims: { iat: 9e15 } }),
  "an nbf in the future": () => ({ claims: { nbf: secondsFromNow(60) } }),
  "an nbf that is no number": () => ({ claims: { nbf: "now" } }),
  "an exp in the past": () => ({ claims: { exp: secondsFromNow(-10) } }),
  "an exp long past": () => ({ claims: { exp: 0 } }),
  "an exp below zero": () => ({ claims: { exp: -9e15 } }),
  "nine thousand characters": () => ({ claims: { padding: "p".repeat(6_000) } }),
};

/** Valid variations of a token. */
const ACCEPTED: Record<string, () => Forgery> = {
  "as it was issued": () => ({}),
  "signed with the secret before the rotation": () => ({ secret: TOKEN_SECRETS[1] }),
  "with key hints, which are ignored": () => ({
    header: { kid: "x", jku: "https://attacker.test/", jwk: ATTACKERS_JWK, x5u: "https://attacker.test/" },
  }),
  "with an iat a little ahead": () => ({ claims: { iat: secondsFromNow(2) } }),
  "with an exp a little past": () => ({ claims: { exp: secondsFromNow(-1) } }),
  "with an nbf past": () => ({ claims: { nbf: secondsFromNow(-60) } }),
  "with unknown claims and permissions": () => ({
    claims: { role: "OWNER", permissions: ["ROOT", "BUILDS_READ", "constructor"] },
  }),
};

describeBothEntryPoints("API tokens", (entryPoint) => {
  let account: Account;
  let path: string;
  const list = (as: Account | undefined, headers: Record<string, string> = {}) =>
    sendRequest(entryPoint, `GET ${path}`, { as, headers });
  const listWith = (authorization: string) =>
    list(undefined, { Authorization: authorization, "X-Tenant-Id": account.tenantId });

  beforeAll(async () => {
    account = await createAccount();
    const app = await createApp(db(), { tenantId: account.tenantId });
    path = `/api/apps/${app.id}/builds`;
  });

  describe("200", () => {
    it.each(Object.entries(ACCEPTED))("for a token %s", async (_, forge) => {
      expectView(await list({ ...account, token: forgeToken(account, forge()) }), 200, BuildPage);
    });

    it.each(["bearer", "BEARER", "bEaReR"])("for the scheme written %s", async (scheme) => {
      expectView(await listWith(`${scheme} ${account.token}`), 200, BuildPage);
    });
  });

  describe("401 without a difference", () => {
    it.each(Object.entries(REFUSED))("for %s", async (_, forge) => {
      await expectRefusal(await list({ ...account, token: forgeToken(account, forge()) }));
    });

    it.each([
      ["none", () => ""],
      ["the scheme alone", () => "Bearer"],
      ["the scheme and a blank", () => "Bearer "],
      ["another scheme", ({ token }: Account) => `Basic ${token}`],
      ["no scheme", ({ token }: Account) => token],
      ["a scheme run together", ({ token }: Account) => `Bearer${token}`],
      ["two tokens", ({ token }: Account) => `Bearer ${token} ${token}`],
      ["two credentials in one header", ({ token }: Account) => `Bearer ${token}, Bearer ${token}`],
      ["a quoted token", ({ token }: Account) => `Bearer "${token}"`],
      ["a token cut short", ({ token }: Account) => `Bearer ${token.slice(0, -1)}`],
      ["a token and more", ({ token }: Account) => `Bearer ${token}A`],
      ["a token in four parts", ({ token }: Account) => `Bearer ${token}.`],
      ["a token without its signature", ({ token }: Account) => `Bearer ${token.split(".", 2).join(".")}`],
      ["dots", () => "Bearer .."],
      ["a word", () => "Bearer null"],
    ])("for the header %s", async (_, authorization) => {
      await expectRefusal(await listWith(authorization(account)));
    });

    it("for the id of another user's token", async () => {
      const { tokenId } = await createAccount();
      const token = forgeToken(account, { claims: { jti: tokenId } });
      await expectRefusal(await list({ ...account, token }));
    });

    it("for a token outside its header", async () => {
      const tenant = { "X-Tenant-Id": account.tenantId };
      const response = await sendRequest(entryPoint, `GET ${path}?access_token=${account.token}`, {
        headers: tenant,
      });
      await expectRefusal(response);
      const headers = { ...tenant, Cookie: `token=${account.token}`, "x-build-secret": account.token };
      await expectRefusal(await list(undefined, headers));
    });

    // Node hands only the first of them to Next, so that only the front can tell.
    it.runIf(entryPoint.name === "front")("for two Authorization headers", async () => {
      const line = `Authorization: Bearer ${account.token}`;
      const tenant = `X-Tenant-Id: ${account.tenantId}`;
      await expectRefusal(await sendLines(entryPoint, `GET ${path}`, [line, line, tenant]));
    });

    let usual: Problem;
    beforeAll(async () => {
      usual = expectProblem(await list(undefined), 401, "UNAUTHENTICATED");
    });

    async function expectRefusal(response: HttpResponse): Promise<void> {
      const problem = expectProblem(response, 401, "UNAUTHENTICATED");
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
      expect({ ...problem, requestId: "" }).toEqual({ ...usual, requestId: "" });
    }
  });

  describe("what a token permits", () => {
    it("is at most what its row permits", async () => {
      const reader = await createToken(account.ctx, ["BUILDS_READ"]);
      const claims = { permissions: ["BUILDS_READ", "MARKETPLACE_PUBLISH"] };
      const widened = { ...reader, token: forgeToken(reader, { claims }) };
      expectView(await list(widened), 200, BuildPage);
      const response = await publish(entryPoint, widened, await composePublish(account));
      expectProblem(response, 403, "PERMISSION_DENIED");
    });

    it("is at most what it claims", async () => {
      const token = forgeToken(account, { claims: { permissions: ["MARKETPLACE_PUBLISH"] } });
      expectProblem(await list({ ...account, token }), 403, "PERMISSION_DENIED");
    });

    it("may be nothing", async () => {
      expectProblem(await list(await createToken(account.ctx, [])), 403, "PERMISSION_DENIED");
    });
  });

  describe("X-Tenant-Id", () => {
    it("is required", async () => {
      for (const headers of [{}, { "X-Tenant-Id": "" }]) {
        const authorization = { Authorization: `Bearer ${account.token}` };
        const response = await list(undefined, { ...authorization, ...headers });
        expectProblem(response, 400, "TENANT_HEADER_REQUIRED");
      }
    });

    it("is the token's tenant, in either case, and once", async () => {
      const other = await createAccount();
      for (const tenantId of [other.tenantId, UNKNOWN_ID, "acme", `${account.tenantId}x`, "*"]) {
        expectProblem(await list({ ...account, tenantId }), 403, "TENANT_MISMATCH");
      }
      expectView(await list({ ...account, tenantId: account.tenantId.toUpperCase() }), 200, BuildPage);
      const tenant = `X-Tenant-Id: ${account.tenantId}`;
      const lines = [`Authorization: Bearer ${account.token}`, tenant, tenant];
      expectProblem(await sendLines(entryPoint, `GET ${path}`, lines), 403, "TENANT_MISMATCH");
    });
  });
});
