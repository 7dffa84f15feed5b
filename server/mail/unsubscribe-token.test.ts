import { afterEach, expect, it } from "vitest";
import { completeEnv } from "@/server/core/env/env.ts";
import { createUnsubscribeLinks, verifyUnsubscribeToken } from "./unsubscribe-token.ts";

const OLD = "a-token-secret-for-tests-of-32-bytes";
const NEW = "another-secret-for-tests-of-32-bytes";
const UNSUBSCRIPTION = { userId: "01900000-0000-7000-8000-00000000e001", kind: "BUILD_FAILED" } as const;

const useSecrets = (secrets: string) =>
  completeEnv({
    DRYDOCK_EMBEDDED: "true",
    NEXTAUTH_URL: "https://drydock.test",
    API_TOKEN_SECRET: secrets,
  });
useSecrets(OLD);
afterEach(() => {
  useSecrets(OLD);
});

const tokenOf = (url: string) => url.split("/").at(-1) ?? "";
const create = () => tokenOf(createUnsubscribeLinks(UNSUBSCRIPTION)?.page ?? "");

it("a link names its user and kind, also after a rotation of the secret", () => {
  const { endpoint, page } = createUnsubscribeLinks(UNSUBSCRIPTION) ?? { endpoint: "", page: "" };
  expect(endpoint).toBe(`https://drydock.test/api/mail/unsubscribe/${tokenOf(page)}`);
  expect(page).toMatch(/^https:\/\/drydock\.test\/unsubscribe\/[\w.-]{1,90}$/);
  useSecrets(`${NEW},${OLD}`);
  expect(verifyUnsubscribeToken(tokenOf(page))).toEqual(UNSUBSCRIPTION);
  useSecrets(NEW);
  expect(verifyUnsubscribeToken(tokenOf(page))).toBeNull();
});

it("there is no link without a secret", () => {
  useSecrets("");
  expect(createUnsubscribeLinks(UNSUBSCRIPTION)).toBeNull();
});

it.each([
  ["of another kind", () => create().replace("BUILD_FAILED", "BUILD_FIXED")],
  ["of a kind that cannot be turned off", () => create().replace("BUILD_FAILED", "SECURITY")],
  ["of another user", () => create().replace(/\.AZ/, ".BZ")],
  ["without a code", () => create().replace(/\.[^.]*$/, ".")],
  ["with a shorter code", () => create().slice(0, -1)],
  ["with a longer code", () => `${create()}A`],
  ["with another code", () => `${create().slice(0, -3)}AAA`],
  ["endless", () => "a".repeat(10_000)],
  ["empty", () => ""],
])("a token %s names nobody", (_, forge) => {
  expect(forge()).not.toBe(create());
  expect(verifyUnsubscribeToken(forge())).toBeNull();
});
