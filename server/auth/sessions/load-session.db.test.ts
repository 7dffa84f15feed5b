import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { users } from "@/db/schema/index.ts";
import { openSession, setUpPlatform } from "@/e2e/support/platform.ts";
import { requestLimit, withConcurrencyLimit } from "@/server/core/concurrency-limit.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { consumeRateLimit, RATE_LIMITS } from "../rate-limits/rate-limiter.ts";
import { findByIdentity } from "../sign-in/external.ts";
import { signInWithPassword } from "../sign-in/password.ts";
import { endSessions } from "./load-session.ts";

setUpPlatform();

const PASSWORD = "correct horse battery staple";
const ctx = () => systemContext("test");

async function person() {
  return createUser(database().systemDb.orm, { passwordHash: await hashPassword(PASSWORD) });
}

const signIn = (email: string, password = PASSWORD, address = randomUUID()) =>
  signInWithPassword(ctx(), { email, password }, address);

describe("signInWithPassword", () => {
  it("signs in by email and password and rejects all other credentials", async () => {
    const user = await person();
    await expect(signIn(user.email)).resolves.toEqual({
      userId: user.id,
      sessionVersion: 1,
      hasSecondFactor: false,
      isClaimed: false,
    });
    await expect(signIn(user.email, "wrong")).resolves.toBeNull();
    await expect(signIn("nobody@drydock.test")).resolves.toBeNull();
  });

  it("refuses a disabled person and one without a password", async () => {
    const disabled = await person();
    await database()
      .systemDb.orm.update(users)
      .set({ disabledAt: new Date() })
      .where(eq(users.id, disabled.id));
    const external = await createUser(database().systemDb.orm);
    await expect(signIn(disabled.email)).resolves.toBeNull();
    await expect(signIn(external.email, "")).resolves.toBeNull();
  });

  it("counts failures per account and address, so that others and other places still get in", async () => {
    const [user, other] = [await person(), await person()];
    const address = randomUUID();
    for (let i = 0; i < 10; i++) await expect(signIn(user.email, "wrong", address)).resolves.toBeNull();
    await expect(signIn(user.email, PASSWORD, address)).rejects.toMatchObject({ code: "RATE_LIMITED" });
    await expect(signIn(user.email)).resolves.not.toBeNull();
    await expect(signIn(other.email, PASSWORD, address)).resolves.not.toBeNull();
  });

  it("bounds failures of an account from any number of addresses", async () => {
    const user = await person();
    const { points } = RATE_LIMITS["sign-in-account"];
    for (let count = 1; count < points; count += 1) await consumeRateLimit("sign-in-account", user.id);
    await expect(signIn(user.email, "wrong")).resolves.toBeNull();
    await expect(signIn(user.email, "wrong")).rejects.toMatchObject({ code: "RATE_LIMITED" });
  });

  it("is rejected before its lookup while the process is overloaded", async () => {
    const limit = requestLimit();
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    const calls = Array.from({ length: limit.maxRunning + limit.maxQueued }, () =>
      withConcurrencyLimit(limit, () => isReleased),
    );
    await expect(signIn("nobody@drydock.test")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    release();
    await Promise.all(calls);
  });

  it("does not count what succeeds", async () => {
    const user = await person();
    const address = randomUUID();
    for (let i = 0; i < 12; i++) await expect(signIn(user.email, PASSWORD, address)).resolves.not.toBeNull();
  });
});

describe("sessions", () => {
  it("end for good when the person's session version moves on", async () => {
    const user = await person();
    const claim = { userId: user.id, sessionVersion: 1 };
    await expect((await openSession(claim)).owner()).resolves.toMatchObject({
      userId: user.id,
      isSuperAdmin: false,
    });
    await endSessions(ctx(), user.id);
    await expect((await openSession(claim)).owner()).resolves.toBeNull();
  });

  it("end when the person is disabled", async () => {
    const user = await person();
    await database().systemDb.orm.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id));
    await expect((await openSession({ userId: user.id, sessionVersion: 1 })).owner()).resolves.toBeNull();
  });
});

describe("findByIdentity", () => {
  const identity = () => ({
    provider: "oidc",
    accountId: randomUUID(),
    email: `${randomUUID()}@Drydock.test`,
    name: "Ada",
  });

  it("makes a person once and finds them again", async () => {
    const ada = identity();
    const first = await findByIdentity(ctx(), ada);
    expect(first).not.toBeNull();
    await expect(findByIdentity(ctx(), { ...ada, email: "moved@drydock.test" })).resolves.toMatchObject({
      userId: first?.userId,
    });
  });

  it("does not link an existing account to an external identity by email alone", async () => {
    const user = await person();
    await expect(
      findByIdentity(ctx(), { ...identity(), email: user.email.toUpperCase() }),
    ).resolves.toBeNull();
  });

  it("creates one account for first sign-ins that come at once", async () => {
    for (let round = 0; round < 5; round += 1) {
      const ada = identity();
      const claims = await Promise.all(Array.from({ length: 4 }, () => findByIdentity(ctx(), ada)));
      expect(new Set(claims.map((claim) => claim?.userId)).size).toBe(1);
      expect(claims[0]).not.toBeNull();
    }
  });

  it("creates one account where two identities with one address come at once", async () => {
    const email = `${randomUUID()}@drydock.test`;
    const claims = await Promise.all(
      ["one", "other"].map((provider) => findByIdentity(ctx(), { ...identity(), provider, email })),
    );
    expect(claims.filter((claim) => claim !== null)).toHaveLength(1);
  });
});
