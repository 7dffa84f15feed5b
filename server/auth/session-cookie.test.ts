import { decode, encode, type JWT } from "next-auth/jwt";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { completeEnv } from "../platform/env/env.ts";
import {
  findRequestSession,
  hasSession,
  renewSessionCookie,
  sessionCookieOptions,
} from "./session-cookie.ts";

const SECRET = "a-session-secret-for-tests-of-32-bytes";
const LIFETIME_SECONDS = 600;
const CLAIM = { userId: "01900000-0000-7000-8000-00000000e001", sessionVersion: 1 };

completeEnv({ DRYDOCK_EMBEDDED: "true", NEXTAUTH_SECRET: SECRET });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const tokenOf = (token: JWT, secret = SECRET) => encode({ token, secret, maxAge: LIFETIME_SECONDS });
const isSession = (token: string) =>
  hasSession(new Headers({ cookie: `${sessionCookieOptions("session").name}=${token}` }));

it("a session is one until its time is up, however often it was seen before", async () => {
  const token = await tokenOf(CLAIM);
  expect(await isSession(token)).toBe(true);
  vi.advanceTimersByTime((LIFETIME_SECONDS - 1) * 1_000);
  expect(await isSession(token)).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(await isSession(token)).toBe(false);
  expect(await isSession(token)).toBe(false);
});

it("what was altered, sealed with another secret or says nothing of a session is none, also beside one that is", async () => {
  const token = await tokenOf(CLAIM);
  expect(await isSession(token)).toBe(true);
  const altered = token.slice(0, -2) + (token.endsWith("AA") ? "BB" : "AA");
  const others = [
    altered,
    token.slice(0, -1),
    await tokenOf(CLAIM, `${SECRET}-of-others`),
    await tokenOf({ sub: "x" }),
  ];
  expect(await Promise.all(others.map(isSession))).toEqual([false, false, false, false]);
  expect(await isSession(token)).toBe(true);
});

it("continues under another session version with its other claims, and only if it is a session", async () => {
  const name = sessionCookieOptions("session").name;
  const headers = new Headers({ cookie: `${name}=${await tokenOf({ ...CLAIM, other: "kept" })}` });
  const cookie = (await renewSessionCookie(headers, { sessionVersion: 2 })) ?? "";
  expect(cookie).toMatch(/; Path=\/; Expires=[^;]+ GMT; HttpOnly; SameSite=Lax$/);
  const renewed = await findRequestSession(new Headers({ cookie: cookie.split(";")[0] ?? "" }));
  expect(renewed?.id).toBe(`${CLAIM.userId} 2`);
  const token = cookie.split(";")[0]?.split("=")[1] ?? "";
  expect(await decode({ token, secret: SECRET })).toMatchObject({
    ...CLAIM,
    sessionVersion: 2,
    other: "kept",
  });
  for (const none of [{}, { cookie: `${name}=x` }, { cookie: `${name}=${await tokenOf({ sub: "x" })}` }])
    expect(
      await renewSessionCookie(new Headers(none as Record<string, string>), { sessionVersion: 2 }),
    ).toBeNull();
});
