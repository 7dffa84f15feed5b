import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createUser } from "@/db/factories.ts";
import { hashPassword } from "@/db/password.ts";
import { setUpPlatform } from "@/e2e/support/platform.ts";
import { database, systemContext } from "@/server/core/context.ts";
import { completeEnv } from "@/server/core/env/env.ts";
import { RATE_LIMITS } from "../rate-limits/rate-limiter.ts";
import { createDeviceCookie, findDevice } from "./device-cookie.ts";
import { signInWithPassword } from "./password.ts";

setUpPlatform();

const PASSWORD = "correct horse battery staple";
const bearing = (cookie: string) => new Headers({ cookie: cookie.split(";")[0] ?? "" });
const NONE = new Headers();
const [ADA, MIA] = [randomUUID(), randomUUID()];

describe("a device cookie", () => {
  it("is valid for its account alone, keeps its id and cannot be forged", async () => {
    const cookie = await createDeviceCookie(NONE, ADA);
    const device = await findDevice(bearing(cookie), ADA);
    expect(device).toMatch(/^[\da-f-]{36}$/);
    expect(await findDevice(bearing(await createDeviceCookie(bearing(cookie), ADA)), ADA)).toBe(device);
    expect(await findDevice(bearing(cookie), MIA)).toBeNull();
    const other = await createDeviceCookie(NONE, MIA);
    const renamed = `${other.split("=")[0]}=${cookie.split("=")[1]}`;
    expect(await findDevice(bearing(renamed), MIA)).toBeNull();
    expect(await findDevice(bearing(`${cookie.split(";")[0]}x`), ADA)).toBeNull();
    expect(await findDevice(NONE, ADA)).toBeNull();
    completeEnv({ NEXTAUTH_SECRET: "another-session-secret-for-tests-of-32-bytes" });
    expect(await findDevice(bearing(cookie), ADA)).toBeNull();
  });

  it("lets its browser sign in while guesses from elsewhere have locked the account, within a limit of its own", async () => {
    const { email } = await createUser(database().systemDb.orm, {
      passwordHash: await hashPassword(PASSWORD),
    });
    const signIn = (password: string, address: string, device: string | null = null) =>
      signInWithPassword(systemContext("test"), { email, password }, address, async () => device);
    const points = RATE_LIMITS["sign-in-account"].points;
    await Promise.all(Array.from({ length: points }, () => signIn("wrong", randomUUID()).catch(() => null)));
    await expect(signIn(PASSWORD, "an unknown address")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await signIn(PASSWORD, "a known browser", "device 1")).toMatchObject({ sessionVersion: 1 });
    for (let at = 0; at < RATE_LIMITS["sign-in-device"].points; at += 1)
      expect(await signIn("wrong", randomUUID(), "device 2")).toBeNull();
    await expect(signIn(PASSWORD, "other", "device 2")).rejects.toMatchObject({ code: "RATE_LIMITED" });
    expect(await signIn(PASSWORD, "a known browser", "device 1")).not.toBeNull();
  });
});
