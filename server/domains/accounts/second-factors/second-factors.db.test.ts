import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { auditLog, mails, recoveryCodes, totpFactors, users } from "@/db/schema/index.ts";
import { atTime, openSession, setUpPlatform, signInAdmin, signInMember } from "@/e2e/support/platform.ts";
import { PASSWORD, signInUser, signInUserWithTotp } from "@/e2e/support/second-factors.ts";
import { MID_STEP, totpCode } from "@/e2e/support/totp-code.ts";
import { RATE_LIMITS } from "@/server/auth/rate-limits/rate-limiter.ts";
import { addToSharedCounts } from "@/server/auth/rate-limits/shared-rate-limits.ts";
import { signInWithPassword } from "@/server/auth/sign-in/password.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { reencryptSecrets } from "@/server/core/reencrypt-secrets.ts";
import { purgeChallenges } from "./challenges.ts";
import { reauthenticate } from "./reauthenticate.ts";
import { completeSecondStep, describeSecondStep, startSecondStep } from "./second-step.ts";
import {
  confirmTotp,
  getSecondFactors,
  regenerateRecoveryCodes,
  removeTotp,
  resetSecondFactor,
  startTotp,
} from "./service.ts";
import { decryptTotp } from "./verify-code.ts";

setUpPlatform();

const [KEY, NEXT_KEY] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
beforeEach(() => void completeEnv({ SECRETS_KEY: KEY, REQUIRE_ADMIN_2FA: "false" }));

const orm = () => database().systemDb.orm;
const system = () => atTime(systemContext("test"), MID_STEP);
const FIVE = Array.from({ length: 5 });

type Claim = Awaited<ReturnType<typeof signInUserWithTotp>>["claim"];

/** Signs in with a right password and this code. */
async function take(claim: Claim, code: string) {
  return completeSecondStep(system(), await startSecondStep(system(), claim), { code });
}
const auditsOf = (userId: string) =>
  orm().select().from(auditLog).where(eq(auditLog.subjectId, userId)).orderBy(auditLog.at, auditLog.id);
const subjectsOf = async (userId: string) =>
  (await orm().select().from(mails).where(eq(mails.userId, userId))).map(({ subject }) => subject);

describe("setting up a TOTP app", () => {
  it("needs a right code and the password, ends other sessions, and is audited and mailed", async () => {
    const ctx = await signInUser();
    const { userId, email } = ctx.actor;
    const { secret, uri } = await startTotp(ctx);
    expect(uri).toContain(
      `otpauth://totp/Drydock:${encodeURIComponent(email)}?issuer=Drydock&secret=${secret}`,
    );
    const attempt = (code: string, password?: string) =>
      confirmTotp(ctx, { code, password }, { address: randomUUID() });
    const right = totpCode(secret);
    const wrong = right === "000000" ? "000001" : "000000";
    await expect(attempt(wrong, PASSWORD)).rejects.toMatchObject({ problems: [{ path: "code" }] });
    await expect(attempt(right, "wrong")).rejects.toMatchObject({ problems: [{ path: "password" }] });
    await expect(attempt(right)).rejects.toMatchObject({ problems: [{ path: "password" }] });
    expect(await getSecondFactors(ctx)).toMatchObject({ totpSince: null, recoveryCodesLeft: null });

    const { recoveryCodes: codes } = await attempt(right, PASSWORD);
    expect(new Set(codes).size).toBe(10);
    expect(await getSecondFactors(ctx)).toMatchObject({ recoveryCodesLeft: 10, hasPassword: true });
    expect(await (await openSession({ userId, sessionVersion: 1 })).owner()).toBeNull();
    expect(await (await openSession({ userId, sessionVersion: 2 })).owner()).toMatchObject({
      hasSecondFactor: true,
    });
    expect((await auditsOf(userId)).map(({ action }) => action)).toEqual(["user.enable_totp"]);
    expect(JSON.stringify(await auditsOf(userId))).not.toContain(secret);
    expect(await subjectsOf(userId)).toEqual(["Two-factor authentication changed"]);
    await expect(startTotp(ctx)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
  });

  it("stores neither secret nor codes as text, and follows a rotation of keys", async () => {
    const { ctx, secret, recoveryCodes: codes, claim } = await signInUserWithTotp();
    const { userId } = ctx.actor;
    const rowOf = async () =>
      (await orm().select().from(totpFactors).where(eq(totpFactors.userId, userId)))[0];
    const before = await rowOf();
    expect(Buffer.from(before?.encrypted ?? []).includes(secret)).toBe(false);
    const digests = await orm().select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    for (const code of codes) expect(JSON.stringify(digests)).not.toContain(code);

    completeEnv({ SECRETS_KEY: `${NEXT_KEY},${KEY}` });
    await reencryptSecrets(system());
    completeEnv({ SECRETS_KEY: NEXT_KEY });
    const after = await rowOf();
    expect(after && decryptTotp(after)).toBe(secret);
    expect(await take(claim, totpCode(secret, 1))).toMatchObject({ userId });
    completeEnv({ SECRETS_KEY: `${KEY},${NEXT_KEY}` });
    await reencryptSecrets(system());
  });

  it("needs a recent sign-in of an account without a password", async () => {
    const ctx = await signInUser({ passwordHash: null });
    const { secret } = await startTotp(ctx);
    const late = atTime(ctx, MID_STEP + 11 * 60_000);
    await expect(
      confirmTotp(late, { code: totpCode(secret, 0, late.now().getTime()) }, { address: randomUUID() }),
    ).rejects.toMatchObject({ reason: "REAUTHENTICATE" });
    expect(await confirmTotp(ctx, { code: totpCode(secret) }, { address: randomUUID() })).toMatchObject({
      sessionVersion: 2,
    });
  });
});

describe("a TOTP code", () => {
  it("is accepted one step early and late, and not two", async () => {
    for (const [steps, isAccepted] of [
      [-2, false],
      [2, false],
      [-1, true],
      [0, true],
      [1, true],
    ] as const) {
      const { secret, claim } = await signInUserWithTotp();
      await orm().update(totpFactors).set({ lastStep: 0 }).where(eq(totpFactors.userId, claim.userId));
      const result = await take(claim, totpCode(secret, steps));
      expect(typeof result === "object").toBe(isAccepted);
    }
  });

  it("is accepted once: not again, not by one of five at once, and not the one of the setup or an earlier step", async () => {
    const { secret, claim } = await signInUserWithTotp();
    expect(await take(claim, totpCode(secret, -1))).toBe("incorrect");
    const secrets = await Promise.all(FIVE.map(() => startSecondStep(system(), claim)));
    const code = totpCode(secret, 1);
    const results = await Promise.all(secrets.map((step) => completeSecondStep(system(), step, { code })));
    expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
    expect(results.filter((result) => result === "incorrect")).toHaveLength(4);
    expect(await take(claim, code)).toBe("incorrect");
    expect(await take(claim, totpCode(secret))).toBe("incorrect");
  });

  it("is guessed five times in one sign-in", async () => {
    const { secret, claim } = await signInUserWithTotp();
    const step = await startSecondStep(system(), claim);
    for (const at of FIVE.keys())
      expect(await completeSecondStep(system(), step, { code: `00000${at}` })).toBe("incorrect");
    expect(await completeSecondStep(system(), step, { code: totpCode(secret, 1) })).toBe("expired");
    expect(await describeSecondStep(system(), step)).toBeNull();
  });
});

describe("200 guesses at codes", () => {
  const MAX_GUESSES = RATE_LIMITS["second-factor-account"].points;
  const guesses = Array.from({ length: 200 }, (_, at) =>
    at % 4 === 0 ? `abcd-efgh-jkmn-p${String(at).padStart(3, "a")}` : String(100_000 + at),
  );
  const isCounted = (results: PromiseSettledResult<unknown>[]) =>
    results.filter(({ status }) => status === "fulfilled").length;

  it("are at most ten in 15 minutes, in parallel, from many addresses and devices", async () => {
    const { claim, secret, ctx, recoveryCodes: codes } = await signInUserWithTotp();
    const { email } = ctx.actor;
    const guess = async (code: string, at: number) => {
      const device = async () => `device ${at}`;
      const password = await signInWithPassword(
        system(),
        { email, password: PASSWORD },
        randomUUID(),
        device,
      );
      return take(password ?? claim, code);
    };
    // The hashing queue is not the subject.
    const parallel = await Promise.allSettled(guesses.slice(0, 100).map((code) => take(claim, code)));
    const counted = isCounted(parallel);
    expect(counted).toBeLessThanOrEqual(MAX_GUESSES);
    for (const [at, code] of guesses.slice(100, 110).entries())
      await expect(guess(code, at)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    for (const code of [totpCode(secret, 1), codes[0] ?? ""])
      await expect(take(claim, code)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(
      reauthenticate(ctx, { code: totpCode(secret, 1) }, { address: randomUUID(), device: "known" }),
    ).rejects.toMatchObject({ code: "RATE_LIMITED" });
    // The password step of the owner's device stays open.
    const known = async () => "known";
    expect(await signInWithPassword(system(), { email, password: PASSWORD }, randomUUID(), known)).toEqual(
      claim,
    );
  });

  it("are counted with those of other processes before each one", async () => {
    const { claim } = await signInUserWithTotp();
    await addToSharedCounts(new Map([[`second-factor-account:${claim.userId}`, MAX_GUESSES - 1]]), 900);
    expect(await take(claim, "000000")).toBe("incorrect");
    await expect(take(claim, "000001")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  it("are as few at an account that gave up its address, by its former one, without known devices", async () => {
    const { claim, ctx } = await signInUserWithTotp({ emailVerifiedAt: null });
    const { email, userId } = ctx.actor;
    const placeholder = `${userId}@claimed.invalid`;
    await orm().update(users).set({ email: placeholder, claimedEmail: email }).where(eq(users.id, userId));
    const deviceOf = vi.fn(async () => randomUUID());
    const signIn = (typed: string) =>
      signInWithPassword(system(), { email: typed, password: PASSWORD }, randomUUID(), deviceOf);
    const results = [];
    for (const [at, code] of guesses.slice(0, 30).entries()) {
      const found = await signIn(at % 2 === 0 ? email : placeholder);
      expect(found).toEqual({ ...claim, isClaimed: true });
      results.push(...(await Promise.allSettled([take(found ?? claim, code)])));
    }
    expect(isCounted(results)).toBe(MAX_GUESSES);
    expect(deviceOf).not.toHaveBeenCalled();
  });
});

describe("a recovery code", () => {
  it("is accepted once, however it is typed, and by one of five at once; its use is audited and mailed", async () => {
    const { claim, recoveryCodes: codes, ctx } = await signInUserWithTotp();
    const [first = "", second = ""] = codes;
    const typed = ` ${first.toUpperCase().replaceAll("-", " ")} `.trim();
    const results = await Promise.all(FIVE.map(() => take(claim, typed)));
    expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
    expect(await take(claim, first)).toBe("incorrect");
    expect(await getSecondFactors(ctx)).toMatchObject({ recoveryCodesLeft: 9 });
    expect(await auditsOf(claim.userId)).toMatchObject([
      { action: "user.enable_totp" },
      { action: "user.use_recovery_code", after: { recoveryCodesLeft: 9 } },
    ]);
    expect(await subjectsOf(claim.userId)).toContain("Recovery code used");

    const other = await signInUserWithTotp();
    expect(await take(other.claim, second)).toBe("incorrect");
    const { recoveryCodes: renewed, sessionVersion } = await regenerateRecoveryCodes(ctx);
    expect(renewed).toHaveLength(10);
    expect(await take({ ...claim, sessionVersion }, second)).toBe("incorrect");
    expect(await take({ ...claim, sessionVersion }, renewed?.[0] ?? "")).toMatchObject({ sessionVersion });
  });
});

describe("several right recovery codes at once", () => {
  it.each([
    ["one second step", 1],
    ["a second step each", 4],
  ])("burn one for %s: the others stay valid", async (_, steps) => {
    const { claim, recoveryCodes: codes, ctx } = await signInUserWithTotp();
    const started = await Promise.all(FIVE.slice(0, steps).map(() => startSecondStep(system(), claim)));
    const results = await Promise.all(
      codes
        .slice(0, 4)
        .map((code, index) => completeSecondStep(system(), started[index % steps] ?? "", { code })),
    );
    expect(results.filter((result) => typeof result === "object")).toHaveLength(1);
    expect(results.filter((result) => result === "expired")).toHaveLength(3);
    expect(await getSecondFactors(ctx)).toMatchObject({ recoveryCodesLeft: 9 });
    const unused = codes[results.indexOf("expired")] ?? "";
    expect(await take(claim, unused)).toMatchObject({ userId: claim.userId });
  });
});

describe("the second step", () => {
  it("follows the right password alone, is taken once and ends after five minutes", async () => {
    const { claim, secret, ctx } = await signInUserWithTotp();
    const { email } = ctx.actor;
    const signIn = (password: string) => signInWithPassword(system(), { email, password }, randomUUID());
    expect(await signIn(PASSWORD)).toEqual(claim);
    expect(await signIn("wrong")).toBeNull();

    const step = await startSecondStep(system(), claim);
    expect(await describeSecondStep(system(), step)).toEqual({ hasTotp: true, passkey: null });
    const late = atTime(system(), MID_STEP + 5 * 60_000);
    expect(await completeSecondStep(late, step, { code: totpCode(secret) })).toBe("expired");
    expect(await completeSecondStep(system(), "guessed", { code: totpCode(secret) })).toBe("expired");
    expect(await completeSecondStep(system(), step, { code: totpCode(secret) })).toEqual(claim);
    expect(await completeSecondStep(system(), step, { code: totpCode(secret, 1) })).toBe("expired");
  });

  it("ends with the sessions and the account", async () => {
    const { claim, recoveryCodes: codes } = await signInUserWithTotp();
    const steps = await Promise.all([startSecondStep(system(), claim), startSecondStep(system(), claim)]);
    await orm().update(users).set({ sessionVersion: 9 }).where(eq(users.id, claim.userId));
    expect(await completeSecondStep(system(), steps[0], { code: codes[0] ?? "" })).toBe("expired");
    await orm()
      .update(users)
      .set({ sessionVersion: claim.sessionVersion, disabledAt: new Date() })
      .where(eq(users.id, claim.userId));
    expect(await completeSecondStep(system(), steps[1], { code: codes[0] ?? "" })).toBe("expired");
  });

  it("leaves nothing behind once it has expired", async () => {
    const { claim, secret } = await signInUserWithTotp();
    const step = await startSecondStep(system(), claim);
    await purgeChallenges(system());
    expect(await describeSecondStep(system(), step)).not.toBeNull();
    await purgeChallenges(atTime(system(), MID_STEP + 6 * 60_000));
    expect(await completeSecondStep(system(), step, { code: totpCode(secret) })).toBe("expired");
  });
});

describe("removing the last second factor", () => {
  it("needs a recent authentication, and takes the recovery codes along", async () => {
    const { ctx, claim } = await signInUserWithTotp();
    const late = atTime(ctx, MID_STEP + 11 * 60_000);
    await expect(removeTotp(late)).rejects.toMatchObject({ reason: "REAUTHENTICATE" });
    await expect(regenerateRecoveryCodes(late)).rejects.toMatchObject({ reason: "REAUTHENTICATE" });
    await removeTotp(ctx);
    expect(await getSecondFactors(ctx)).toMatchObject({ totpSince: null, recoveryCodesLeft: null });
    expect(await orm().$count(recoveryCodes, eq(recoveryCodes.userId, claim.userId))).toBe(0);
    await expect(regenerateRecoveryCodes(ctx)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(removeTotp(ctx)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is refused to a Super Admin who must have one", async () => {
    const { ctx } = await signInUserWithTotp({ platformRole: "SUPER_ADMIN" });
    completeEnv({ REQUIRE_ADMIN_2FA: "true" });
    await expect(removeTotp(ctx)).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    expect(await getSecondFactors(ctx)).toMatchObject({ isRequired: true, recoveryCodesLeft: 10 });
  });
});

describe("a reset by a Super Admin", () => {
  it("removes everything, ends the sessions, and is audited and mailed", async () => {
    const { claim } = await signInUserWithTotp();
    const admin = await signInAdmin();
    await resetSecondFactor(admin, claim.userId);
    expect(await (await openSession(claim)).owner()).toBeNull();
    const entry = (await auditsOf(claim.userId)).find(({ action }) => action === "user.reset_second_factor");
    expect(entry).toMatchObject({
      actorId: admin.actor.userId,
      before: { totp: true, passkeys: 0 },
    });
    expect(await subjectsOf(claim.userId)).toContain("Two-factor authentication reset");
    await expect(resetSecondFactor(admin, claim.userId)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
    });
    await expect(resetSecondFactor(admin, randomUUID())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("is for Super Admins with a recent authentication", async () => {
    const { claim, ctx } = await signInUserWithTotp();
    for (const other of [await signInMember("OWNER"), ctx, system()])
      await expect(resetSecondFactor(other, claim.userId)).rejects.toMatchObject({
        code: "PERMISSION_DENIED",
      });
    const admin = await signInAdmin();
    await expect(
      resetSecondFactor(atTime(admin, Date.now() + 11 * 60_000), claim.userId),
    ).rejects.toMatchObject({ code: "PERMISSION_DENIED", reason: "REAUTHENTICATE" });
  });
});
