import { encode, type JWT } from "next-auth/jwt";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { completeEnv } from "@/server/core/env/env.ts";
import { hasSession, renewSessionCookie, sessionCookieOptions } from "./session-cookie.ts";

const SECRET = "a-session-secret-for-tests-of-32-bytes";
const LIFETIME_SECONDS = 600;
const CLAIM = {
  userId: "01900000-0000-7000-8000-00000000e001",
  sessionId: "01900000-0000-7000-8000-00000000e002",
  sessionVersion: 1,
};

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
    await tokenOf({ ...CLAIM, sessionId: undefined }),
    await tokenOf({ ...CLAIM, sessionId: "no UUID" }),
  ];
  expect(await Promise.all(others.map(isSession))).toEqual(others.map(() => false));
  expect(await isSession(token)).toBe(true);
});

it("continues no cookie without a session", async () => {
  const name = sessionCookieOptions("session").name;
  const { sessionId: _, ...unstored } = CLAIM;
  const tokens = ["", "x", await tokenOf({ sub: "x" }), await tokenOf(unstored)];
  for (const token of tokens) {
    const headers = new Headers({ cookie: `${name}=${token}` });
    expect(await renewSessionCookie(headers, { sessionVersion: 2 })).toBeNull();
  }
});
