import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { auditLog, passkeys, users } from "@/db/schema/index.ts";
import { createAuthenticator } from "@/e2e/support/authenticator.ts";
import { atTime, setUpPlatform } from "@/e2e/support/platform.ts";
import { PASSWORD, signInUser } from "@/e2e/support/second-factors.ts";
import { MID_STEP } from "@/e2e/support/totp-code.ts";
import { type Context, database, systemContext, type UserActor } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { AddPasskey, PasskeyAnswer } from "./input.ts";
import { createAuthenticationOptions, createRegistrationOptions } from "./passkeys.ts";
import { describeReauthentication, reauthenticate } from "./reauthenticate.ts";
import { findRelyingParty } from "./relying-party.ts";
import { completeSecondStep, describeSecondStep, signInWithPasskey, startSecondStep } from "./second-step.ts";
import { addPasskey, getSecondFactors, removePasskey, renamePasskey } from "./service.ts";

setUpPlatform();

const RP = { origin: "https://drydock.example", rpId: "drydock.example" };
beforeEach(
  () => void completeEnv({ NEXTAUTH_URL: RP.origin, SECRETS_KEY: randomBytes(32).toString("base64") }),
);

const orm = () => database().systemDb.orm;
const system = () => atTime(systemContext("test"), MID_STEP);

type Overrides = Partial<Parameters<ReturnType<typeof createAuthenticator>["sign"]>[0]>;

/** Registers a new passkey with the user. */
async function register(ctx: Context<UserActor>, overrides: Overrides = {}, key = createAuthenticator()) {
  const { challenge, user } = await createRegistrationOptions(ctx, ctx.actor);
  const answer = key.register({ challenge, userHandle: user.id, ...RP, ...overrides });
  const change = await addPasskey(ctx, AddPasskey.parse({ name: "Laptop", answer }));
  return { key, ...change };
}

/** Challenge to sign in without a password, and the answer to it. */
async function signInWith(key: ReturnType<typeof createAuthenticator>, overrides: Overrides = {}) {
  const { challenge } = await createAuthenticationOptions(system(), "PASSKEY_SIGN_IN", null);
  const answer = PasskeyAnswer.parse(key.sign({ challenge, ...RP, ...overrides }));
  return { answer, claim: await signInWithPasskey(system(), answer) };
}

describe("registering a passkey", () => {
  it("is audited, ends other sessions and brings recovery codes with the first factor", async () => {
    const ctx = await signInUser();
    const { recoveryCodes, sessionVersion } = await register(ctx);
    expect(recoveryCodes).toHaveLength(10);
    expect(sessionVersion).toBe(2);
    expect((await register(ctx)).recoveryCodes).toBeNull();
    const { passkeys: listed } = await getSecondFactors(ctx);
    expect(listed).toMatchObject([
      { name: "Laptop", lastUsedAt: null, isBackedUp: false },
      { name: "Laptop", lastUsedAt: null, isBackedUp: false },
    ]);
    const audits = await orm().select().from(auditLog).where(eq(auditLog.subjectId, ctx.actor.userId));
    expect(audits).toMatchObject(Array(2).fill({ action: "user.add_passkey", after: { name: "Laptop" } }));
  });

  it("refuses another origin or relying party, and a challenge of another user, purpose or time", async () => {
    const ctx = await signInUser();
    const refused = { code: "VALIDATION_FAILED", problems: [{ path: "answer" }] };
    for (const overrides of [
      { origin: "https://drydock.example.evil.test" },
      { origin: "http://drydock.example" },
      { rpId: "evil.test" },
      { challenge: randomBytes(32).toString("base64url") },
      { challenge: (await createRegistrationOptions(ctx, (await signInUser()).actor)).challenge },
      { challenge: (await createAuthenticationOptions(ctx, "PASSKEY_SIGN_IN", null)).challenge },
      {
        challenge: (await createRegistrationOptions(atTime(ctx, MID_STEP - 300_001), ctx.actor)).challenge,
      },
    ])
      await expect(register(ctx, overrides)).rejects.toMatchObject(refused);
    expect((await getSecondFactors(ctx)).passkeys).toEqual([]);
  });

  it("refuses a replayed answer, and a passkey that another account has", async () => {
    const [ctx, other] = [await signInUser(), await signInUser()];
    const key = createAuthenticator();
    const { challenge } = await createRegistrationOptions(ctx, ctx.actor);
    const input = AddPasskey.parse({ name: "Key", answer: key.register({ challenge, ...RP }) });
    await addPasskey(ctx, input);
    await expect(addPasskey(ctx, input)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(register(other, {}, key)).rejects.toMatchObject({ code: "VALIDATION_FAILED" });
    await expect(addPasskey(atTime(ctx, MID_STEP + 11 * 60_000), input)).rejects.toMatchObject({
      reason: "REAUTHENTICATE",
    });
  });
});

describe("a passkey in place of the password", () => {
  it("signs its owner in", async () => {
    const ctx = await signInUser();
    const { key, sessionVersion } = await register(ctx);
    const { userId } = ctx.actor;
    const claim = { userId, sessionVersion, hasSecondFactor: true, isClaimed: false };
    expect((await signInWith(key)).claim).toEqual(claim);
    const [{ lastUsedAt } = { lastUsedAt: null }] = (await getSecondFactors(ctx)).passkeys;
    expect(lastUsedAt).not.toBeNull();
  });

  it("is refused to another origin, relying party, purpose, time, key or unverified user", async () => {
    const ctx = await signInUser();
    const { key } = await register(ctx);
    const { userId } = ctx.actor;
    for (const overrides of [
      { origin: "https://evil.test" },
      { origin: "https://login.drydock.example" },
      { rpId: "evil.test" },
      { isVerified: false },
      { challenge: randomBytes(32).toString("base64url") },
      { challenge: (await createRegistrationOptions(ctx, ctx.actor)).challenge },
      { challenge: (await createAuthenticationOptions(ctx, "SECOND_STEP_PASSKEY", userId)).challenge },
      { challenge: (await createAuthenticationOptions(ctx, "PASSKEY_SIGN_IN", userId)).challenge },
      {
        challenge: (
          await createAuthenticationOptions(atTime(system(), MID_STEP - 300_001), "PASSKEY_SIGN_IN", null)
        ).challenge,
      },
    ])
      expect((await signInWith(key, overrides)).claim).toBeNull();
    expect((await signInWith(createAuthenticator())).claim).toBeNull();
    const forged = createAuthenticator();
    const { challenge } = await createAuthenticationOptions(system(), "PASSKEY_SIGN_IN", null);
    const { id, rawId } = key.sign({ challenge, ...RP });
    const answer = PasskeyAnswer.parse({ ...forged.sign({ challenge, ...RP }), id, rawId });
    expect(await signInWithPasskey(system(), answer)).toBeNull();
  });

  it("names its user, whom the answer must name too", async () => {
    const [ctx, other] = [await signInUser(), await signInUser()];
    const { key } = await register(ctx);
    const userHandle = Buffer.from(other.actor.userId).toString("base64url");
    for (const handle of [userHandle, "", "AAAA"]) {
      const { challenge } = await createAuthenticationOptions(system(), "PASSKEY_SIGN_IN", null);
      const signed = key.sign({ challenge, ...RP });
      const response = { ...signed.response, userHandle: handle || null };
      expect(await signInWithPasskey(system(), PasskeyAnswer.parse({ ...signed, response }))).toBeNull();
    }
    expect((await signInWith(key)).claim).toMatchObject({ userId: ctx.actor.userId });
  });

  it("answers a challenge once: not again, and as one of ten at once", async () => {
    const { key } = await register(await signInUser());
    const { answer, claim } = await signInWith(key);
    expect(claim).not.toBeNull();
    expect(await signInWithPasskey(system(), answer)).toBeNull();
    const { challenge } = await createAuthenticationOptions(system(), "PASSKEY_SIGN_IN", null);
    const again = PasskeyAnswer.parse(key.sign({ challenge, ...RP }));
    const results = await Promise.all(Array.from({ length: 10 }, () => signInWithPasskey(system(), again)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it("is refused when its counter does not grow, also by two at once", async () => {
    const { key } = await register(await signInUser(), { counter: 5 });
    expect((await signInWith(key, { counter: 5 })).claim).toBeNull();
    expect((await signInWith(key, { counter: 4 })).claim).toBeNull();
    expect((await signInWith(key, { counter: 0 })).claim).toBeNull();
    expect((await signInWith(key, { counter: 6 })).claim).not.toBeNull();
    const both = await Promise.all([signInWith(key, { counter: 7 }), signInWith(key, { counter: 7 })]);
    expect(both.filter(({ claim }) => claim)).toHaveLength(1);
  });

  it("is refused to a disabled account, and once it was removed", async () => {
    const ctx = await signInUser();
    const { key } = await register(ctx);
    const [{ id } = { id: "" }] = (await getSecondFactors(ctx)).passkeys;
    const other = await signInUser();
    await expect(removePasskey(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(renamePasskey(other, { passkeyId: id, name: "Mine" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await renamePasskey(ctx, { passkeyId: id, name: "Phone" });
    const setDisabled = (disabledAt: Date | null) =>
      orm().update(users).set({ disabledAt }).where(eq(users.id, ctx.actor.userId));
    await setDisabled(new Date());
    expect((await signInWith(key)).claim).toBeNull();
    await setDisabled(null);
    await removePasskey(ctx, id);
    expect((await signInWith(key)).claim).toBeNull();
    expect(await getSecondFactors(ctx)).toMatchObject({ passkeys: [], recoveryCodesLeft: null });
    expect(await orm().$count(passkeys, eq(passkeys.userId, ctx.actor.userId))).toBe(0);
  });
});

describe("a passkey as the second step", () => {
  it("is that of the user whose password was right", async () => {
    const [ctx, other] = [await signInUser(), await signInUser()];
    const [{ key, sessionVersion }, foreign] = [await register(ctx), await register(other)];
    const { userId } = ctx.actor;
    const step = await startSecondStep(system(), { userId, sessionVersion });
    const answerWith = async (one: typeof key) => {
      const described = await describeSecondStep(system(), step);
      const challenge = described?.passkey?.challenge ?? "";
      const passkey = PasskeyAnswer.parse(one.sign({ challenge, ...RP, isVerified: false }));
      return completeSecondStep(system(), step, { passkey });
    };
    expect(await answerWith(foreign.key)).toBe("incorrect");
    expect(await answerWith(key)).toMatchObject({ userId });
    expect(await describeSecondStep(system(), step)).toBeNull();
  });
});

describe("confirming who one is", () => {
  it("takes the password or a passkey of one's own, and nothing else", async () => {
    const ctx = await signInUser();
    const { key } = await register(ctx);
    const { key: foreign } = await register(await signInUser());
    const confirmWith = async (one: typeof key) => {
      const { passkey } = await describeReauthentication(ctx);
      const answer = one.sign({ challenge: passkey?.challenge ?? "", ...RP });
      return reauthenticate(ctx, { passkey: PasskeyAnswer.parse(answer) }, { address: randomUUID() });
    };
    const now = MID_STEP;
    expect(await confirmWith(key)).toBeGreaterThanOrEqual(now);
    await expect(confirmWith(foreign)).rejects.toMatchObject({ problems: [{ path: "passkey" }] });
    expect(
      await reauthenticate(ctx, { password: PASSWORD }, { address: randomUUID() }),
    ).toBeGreaterThanOrEqual(now);
    for (const [proof, path] of [
      [{ password: "wrong" }, "password"],
      [{ code: "123456" }, "code"],
    ] as const)
      await expect(reauthenticate(ctx, proof, { address: randomUUID() })).rejects.toMatchObject({
        problems: [{ path }],
      });
  });
});

describe("the relying party", () => {
  it.each([
    ["https://drydock.example/", { id: "drydock.example", origin: "https://drydock.example" }],
    ["http://127.0.0.1:3000", { id: "localhost", origin: "http://localhost:3000" }],
    ["http://localhost:3000", { id: "localhost", origin: "http://localhost:3000" }],
    ["http://192.0.2.1:3000", null],
    ["http://[2001:db8::1]", null],
  ])("of %s is %j", (url, party) => {
    completeEnv({ NEXTAUTH_URL: url });
    expect(findRelyingParty()).toEqual(party);
  });
});
