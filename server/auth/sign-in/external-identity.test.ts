import { describe, expect, it } from "vitest";
import { readIdentity, toClaims } from "./external-identity.ts";

const CLAIMS = { sub: "1", email: "ada@drydock.test", email_verified: true };
const USER = { id: 7, login: "ada", name: null, email: "public@drydock.test" };
const email = (address: string, flags: { primary: boolean; verified: boolean }) => ({
  email: address,
  ...flags,
});

describe("an identity", () => {
  it.each([undefined, null, "", " ", "Win at https://evil.test", "www.evil.test"])(
    "without a usable name (%j) is named by its address",
    (name) => {
      expect(readIdentity("oidc", { ...CLAIMS, name })).toMatchObject({ name: "ada" });
    },
  );

  it.each([
    {},
    { sub: "1" },
    { ...CLAIMS, sub: 1 },
    { ...CLAIMS, name: {} },
    { ...CLAIMS, email: "ada@drydoc\u212a.test" },
  ])("is refused: %j", (claims) => {
    expect(readIdentity("oidc", claims)).toBe("ProfileRejected");
  });
});

describe("an identity of GitHub", () => {
  it("has the primary address, if GitHub verified it", () => {
    const other = email("other@drydock.test", { primary: false, verified: true });
    const primary = { primary: true, verified: true };
    const claims = toClaims(USER, [other, email("ada@drydock.test", primary)]);
    expect(readIdentity("github", claims)).toEqual({
      provider: "github",
      accountId: "7",
      email: "ada@drydock.test",
      name: "ada",
    });
    const unverified = email("admin@drydock.test", { primary: true, verified: false });
    expect(readIdentity("github", toClaims(USER, [unverified, other]))).toBe("EmailNotVerified");
  });

  it.each([false, null, {}, [], [{ email: "admin@drydock.test" }]])(
    "is refused without a list of addresses (%j)",
    (emails) => {
      expect(readIdentity("github", toClaims(USER, emails))).toBe("ProfileRejected");
    },
  );

  it.each([null, {}, { ...USER, id: "7" }])("is refused for %j", (user) => {
    const emails = [email("ada@drydock.test", { primary: true, verified: true })];
    expect(readIdentity("github", toClaims(user, emails))).toBe("ProfileRejected");
  });
});
